package dev.backplane.userdata;

import java.util.List;
import java.util.Optional;

/** The outcome of a batch, which is written as a whole or not at all. */
public sealed interface BatchOutcome {

    /**
     * Written, by this request or by an earlier one with the same key.
     *
     * @param results one for each change, in the order of the request
     */
    record Written(List<Result> results) implements BatchOutcome {}

    /** The result of one change. */
    sealed interface Result {

        /** The value is stored. */
        record Stored(Entry entry) implements Result {}

        /** There is no value any more. */
        record Deleted(DataKey key, boolean existed) implements Result {}
    }

    /** There is no such app. */
    record AppNotFound() implements BatchOutcome {}

    /** The preconditions of some changes do not hold. */
    record PreconditionFailed(List<Failure> failures) implements BatchOutcome {}

    /**
     * A change whose preconditions do not hold.
     *
     * @param index its position in the request
     * @param current the entity tag of the current value, if there is one
     */
    record Failure(int index, DataKey key, Optional<ETag> current) {}

    /** The user's values would exceed the quota of the app. */
    record QuotaExceeded(QuotaCheck check) implements BatchOutcome {}

    /** The new and the replaced values are too large together. */
    record TooLarge(long bytes) implements BatchOutcome {}

    /** The idempotency key was used for another batch. */
    record IdempotencyMismatch() implements BatchOutcome {}

    /** The data of the user or the app is being removed. */
    record BeingRemoved(Removal.Refusal refusal) implements BatchOutcome {}
}
