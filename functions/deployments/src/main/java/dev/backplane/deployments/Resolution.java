package dev.backplane.deployments;

import java.time.Duration;

/** The result of resolving a path of a host. */
public sealed interface Resolution {

    /**
     * An alias serves the path.
     *
     * @param maxAge how long the result may be cached
     */
    record Found(Alias alias, SiteConfig config, Duration maxAge) implements Resolution {}

    /** An alias serves the path, but its deployment is not finished. */
    record NotReady(Alias alias) implements Resolution {}

    /** No alias serves the path. */
    record Missing() implements Resolution {}
}
