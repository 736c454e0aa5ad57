package dev.backplane.userdata;

import java.util.Optional;

/** What came of an {@link Edit}. */
public sealed interface WriteOutcome {

    /** The value is stored. */
    record Written(Entry entry, boolean created) implements WriteOutcome {}

    /** The value is gone. */
    record Removed() implements WriteOutcome {}

    /** There is no value to remove. */
    record KeyNotFound() implements WriteOutcome {}

    /** There is no such app. */
    record AppNotFound() implements WriteOutcome {}

    /**
     * The caller's preconditions do not hold.
     *
     * @param current the tag of the value as it stands, if there is one
     */
    record PreconditionFailed(Optional<ETag> current) implements WriteOutcome {}

    /** The user's values would count more than the app allows. */
    record QuotaExceeded(Fit fit) implements WriteOutcome {}

    /** The stored value is of a kind that cannot be merged into. */
    record InvalidDataType() implements WriteOutcome {}

    /** The merged value is larger than values may be. */
    record TooLarge(long bytes) implements WriteOutcome {}
}
