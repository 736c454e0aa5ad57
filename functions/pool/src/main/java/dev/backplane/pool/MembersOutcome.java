package dev.backplane.pool;

/** The outcome of a request to change the members of a lease. */
public sealed interface MembersOutcome {

    /** The lease has the requested members. */
    record Changed(Lease lease) implements MembersOutcome {}

    /** The owner cannot be a member. */
    record NamesOwner() implements MembersOutcome {}

    record NotActive(EndedLease ended) implements MembersOutcome {}

    /** The lease belongs to another user. */
    record OtherUser() implements MembersOutcome {}

    record NotFound() implements MembersOutcome {}
}
