package dev.backplane.deployments;

import java.time.Duration;

/** What came of looking for the alias that serves a path of a host. */
public sealed interface Resolution {

    /**
     * This alias serves it, with this configuration.
     *
     * @param maxAge how long the answer may still be reused
     */
    record Found(Alias alias, SiteConfig config, Duration maxAge) implements Resolution {}

    /** An alias would serve it, but its deployment is not finished. */
    record NotReady(Alias alias) implements Resolution {}

    /** No alias serves it. */
    record Missing() implements Resolution {}
}
