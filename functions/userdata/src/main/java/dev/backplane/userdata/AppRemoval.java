package dev.backplane.userdata;

/** The outcome of removing an app. */
public enum AppRemoval {
    REMOVED,
    NOT_FOUND,
    /** It still contains user data. */
    NOT_EMPTY,
    /** A purge removes it. */
    BEING_PURGED
}
