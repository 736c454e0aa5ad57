package dev.backplane.pool;

/** What came of ending a lease. */
public sealed interface EndOutcome {

    /**
     * The lease is over.
     *
     * @param now whether this call ended it, and not one before
     */
    record Ended(EndedLease ended, boolean now) implements EndOutcome {}

    /** There is and was no such lease. */
    record NotFound() implements EndOutcome {}

    /** Another user holds the lease. */
    record NotTheirs() implements EndOutcome {}
}
