package dev.backplane.userdata;

/** What came of the removal of an app. */
public enum AppRemoval {
    REMOVED,
    NOT_FOUND,
    /** It still contains user data. */
    NOT_EMPTY
}
