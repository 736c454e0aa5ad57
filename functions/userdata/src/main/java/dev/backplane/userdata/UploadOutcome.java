package dev.backplane.userdata;

/** The outcome of the request for an upload. */
public sealed interface UploadOutcome {

    /** The bytes are reserved. */
    record Created(Upload upload) implements UploadOutcome {}

    /** There is no such app. */
    record AppNotFound() implements UploadOutcome {}

    /** The data of the user or of the app is being removed. */
    record BeingRemoved(Removal.Refusal refusal) implements UploadOutcome {}

    /** The user's values would exceed the quota of the app. */
    record QuotaExceeded(QuotaCheck check) implements UploadOutcome {}
}
