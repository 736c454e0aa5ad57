package dev.backplane.pool;

import java.util.Optional;

/** The outcome of removing an account. */
public sealed interface RemoveOutcome {

    /** The account was removed. */
    record Removed() implements RemoveOutcome {}

    /** The account is leased. */
    record Leased(Optional<LeaseId> lease) implements RemoveOutcome {}

    /** The account is held; a removal would lose the hold. */
    record Held(Hold hold) implements RemoveOutcome {}

    /** Sessions of an earlier lease must be revoked first. */
    record RevocationPending(Revocation revocation) implements RemoveOutcome {}

    /** There is no such account. */
    record NotFound() implements RemoveOutcome {}
}
