package dev.backplane.pool;

/** Whether a caller may use the account of a lease. */
public sealed interface AccessOutcome {

    /** The lease is active and the caller may use its account. */
    record Permitted(Lease lease) implements AccessOutcome {}

    record NotActive(EndedLease ended) implements AccessOutcome {}

    /** The lease belongs to another user, and the caller is not a member. */
    record OtherUser() implements AccessOutcome {}

    record NotFound() implements AccessOutcome {}
}
