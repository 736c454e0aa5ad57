package dev.backplane.userdata;

/** What came of the removal of an app. */
public enum AppRemoval {
    REMOVED,
    NOT_FOUND,
    /** It keeps data of users still. */
    NOT_EMPTY
}
