package dev.backplane.pool;

/** The outcome of extending a lease. */
public sealed interface ExtendOutcome {

    /** The lease was extended. */
    record Extended(Lease lease) implements ExtendOutcome {}

    /** The lease has ended. */
    record NotActive(EndedLease ended) implements ExtendOutcome {}

    /** Its template does not allow this extension. */
    record BeyondLimits(Lease lease) implements ExtendOutcome {}

    /** The lease never existed, or its record has expired. */
    record NotFound() implements ExtendOutcome {}

    /** Another user holds the lease. */
    record OtherUser() implements ExtendOutcome {}
}
