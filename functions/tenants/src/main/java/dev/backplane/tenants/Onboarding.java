package dev.backplane.tenants;

import java.util.Locale;

/** Which tenants a stage provisions on the first request for their queue. */
public enum Onboarding {
    /** Those that are registered. */
    REGISTERED,
    /** All of them. */
    OPEN;

    /** Returns the name in settings. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }
}
