package dev.backplane.userdata;

import java.util.Optional;

/** The outcome of an {@link Edit}. */
public sealed interface WriteOutcome {

    /** The value is stored. */
    record Written(Entry entry, boolean created) implements WriteOutcome {}

    /** The value was removed. */
    record Removed() implements WriteOutcome {}

    /** There is no value to remove. */
    record KeyNotFound() implements WriteOutcome {}

    /** There is no such app. */
    record AppNotFound() implements WriteOutcome {}

    /**
     * The caller's preconditions do not hold.
     *
     * @param current the entity tag of the current value, if there is one
     */
    record PreconditionFailed(Optional<ETag> current) implements WriteOutcome {}

    /** The user's values would exceed the quota of the app. */
    record QuotaExceeded(QuotaCheck check) implements WriteOutcome {}

    /** The stored value is not an object, so it cannot be patched. */
    record InvalidDataType() implements WriteOutcome {}

    /** The patched value exceeds the size limit. */
    record TooLarge(long bytes) implements WriteOutcome {}

    /** The data of the user or the app is being removed. */
    record BeingRemoved(Removal.Refusal refusal) implements WriteOutcome {}
}
