package dev.backplane.userdata;

/** The outcome of removing an upload. */
public enum UploadRemoval {
    /** Its bytes are no longer reserved. */
    REMOVED,
    /** There is no such upload, or it has expired. */
    NOT_FOUND,
    /** Its blob is visible, and is removed like any other blob. */
    COMPLETED
}
