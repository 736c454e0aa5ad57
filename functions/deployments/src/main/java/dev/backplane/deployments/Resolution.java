package dev.backplane.deployments;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The result of resolving a path of a host. */
public sealed interface Resolution {

    /**
     * An alias serves the path.
     *
     * @param deployment the deployment that serves it: that of the alias, of its split, or the pinned one
     * @param variant the side of the split, if the alias has one
     * @param pinned whether the requested deployment serves it; empty if none was requested
     * @param maxAge how long the result may be cached; empty if it must not be
     */
    record Found(
            Alias alias,
            DeploymentId deployment,
            SiteConfig config,
            Optional<Variant> variant,
            Optional<Boolean> pinned,
            Optional<Duration> maxAge)
            implements Resolution {}

    /** An alias serves the path, but its deployment is not finished. */
    record NotReady(Alias alias) implements Resolution {}

    /** No alias serves the path. */
    record Missing() implements Resolution {}

    /** A result with every alias that was considered, in that order. */
    record Explained(Resolution resolution, List<Candidate> candidates) {}
}
