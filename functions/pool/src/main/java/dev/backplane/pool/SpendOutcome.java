package dev.backplane.pool;

/** The outcome of a report of what a lease has cost. */
public sealed interface SpendOutcome {

    /** The lease has this report, or a newer one. */
    record Reported(Lease lease) implements SpendOutcome {}

    /** The report reached the budget and ended the lease. */
    record Ended(EndedLease ended) implements SpendOutcome {}

    /** The budget, or the earlier reports, are in another currency. */
    record OtherCurrency(String expected) implements SpendOutcome {}

    record NotActive(EndedLease ended) implements SpendOutcome {}

    record NotFound() implements SpendOutcome {}
}
