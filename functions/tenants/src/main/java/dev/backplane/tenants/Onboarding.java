package dev.backplane.tenants;

/** Which tenants a stage provisions on the first request for their queue. */
public enum Onboarding {
    /** Those that are registered. */
    REGISTERED,
    /** All of them. */
    OPEN
}
