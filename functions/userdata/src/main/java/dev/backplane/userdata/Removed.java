package dev.backplane.userdata;

import java.util.Locale;

/** What a removal counts. */
public enum Removed {
    /** Counters of a user in an app: the apps of an erased user, and the users of a purged app. */
    USAGES,
    /** Values of all kinds. */
    VALUES,
    /** Recorded changes of values. */
    CHANGES,
    /** Remembered idempotency keys. */
    KEYS,
    /** Objects in the bucket. */
    OBJECTS,
    /** Exports. */
    EXPORTS;

    /** Returns the name in rows and responses. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }
}
