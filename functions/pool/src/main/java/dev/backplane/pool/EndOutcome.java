package dev.backplane.pool;

/** The outcome of ending a lease. */
public sealed interface EndOutcome {

    /**
     * The lease has ended.
     *
     * @param now whether this call ended it, and not an earlier one
     */
    record Ended(EndedLease ended, boolean now) implements EndOutcome {}

    /** The lease never existed, or its record has expired. */
    record NotFound() implements EndOutcome {}

    /** Another user holds the lease. */
    record OtherUser() implements EndOutcome {}
}
