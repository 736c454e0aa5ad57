package dev.backplane.layers;

import java.util.Locale;

/** The state of a publication. */
public enum PublicationStatus {
    /** Waits for the upload and the start. */
    CREATED,
    RUNNING,
    /** The layer is registered in all regions. */
    SUCCEEDED,
    /** The layer is registered in some regions. */
    PARTIAL,
    /** The layer is registered in no region. */
    FAILED;

    /** Returns the name in rows and responses. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static PublicationStatus parse(String value) {
        return valueOf(value.toUpperCase(Locale.ROOT));
    }

    /** Returns whether the publication does not change any more. */
    public boolean isFinal() {
        return this != CREATED && this != RUNNING;
    }
}
