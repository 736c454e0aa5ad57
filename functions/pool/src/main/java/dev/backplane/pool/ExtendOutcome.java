package dev.backplane.pool;

/** What came of extending a lease. */
public sealed interface ExtendOutcome {

    /** It ends later now. */
    record Extended(Lease lease) implements ExtendOutcome {}

    /** It is over. */
    record NotActive(EndedLease ended) implements ExtendOutcome {}

    /** It would last longer than a lease may. */
    record TooLong(Lease lease) implements ExtendOutcome {}

    /** There is and was no such lease. */
    record NotFound() implements ExtendOutcome {}

    /** Another user holds the lease. */
    record NotTheirs() implements ExtendOutcome {}
}
