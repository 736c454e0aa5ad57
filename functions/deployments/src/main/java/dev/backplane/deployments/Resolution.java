package dev.backplane.deployments;

/** What came of looking for the alias that serves a path of a host. */
public sealed interface Resolution {

    /** This alias serves it, with this configuration. */
    record Found(Alias alias, SiteConfig config) implements Resolution {}

    /** An alias would serve it, but its deployment is not finished. */
    record NotReady(Alias alias) implements Resolution {}

    /** No alias serves it. */
    record Missing() implements Resolution {}
}
