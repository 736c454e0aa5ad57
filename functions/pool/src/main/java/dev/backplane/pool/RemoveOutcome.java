package dev.backplane.pool;

import java.util.Optional;

/** What came of removing an account. */
public sealed interface RemoveOutcome {

    /** It is gone. */
    record Removed() implements RemoveOutcome {}

    /** Somebody holds it. */
    record Leased(Optional<LeaseId> lease) implements RemoveOutcome {}

    /** There is no such account. */
    record NotFound() implements RemoveOutcome {}
}
