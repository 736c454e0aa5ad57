package dev.backplane.userdata;

import java.util.Optional;

/** The outcome of the completion of an upload. A refused one keeps the reservation. */
public sealed interface CompletionOutcome {

    /** The blob is visible, by this request or by an earlier one. */
    record Completed(Entry entry) implements CompletionOutcome {}

    /** There is no such upload, or it has expired or was removed. */
    record UploadNotFound() implements CompletionOutcome {}

    /** The data of the user or of the app is being removed. */
    record BeingRemoved(Removal.Refusal refusal) implements CompletionOutcome {}

    /** Nothing was sent to the address of the upload. */
    record NotUploaded() implements CompletionOutcome {}

    /** The object has another size or checksum than the upload. */
    record OtherContent() implements CompletionOutcome {}

    /**
     * The caller's preconditions do not hold.
     *
     * @param current the entity tag of the current value, if there is one
     */
    record PreconditionFailed(Optional<ETag> current) implements CompletionOutcome {}
}
