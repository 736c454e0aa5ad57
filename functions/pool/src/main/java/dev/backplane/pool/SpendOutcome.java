package dev.backplane.pool;

/** The outcome of a report of what a lease has cost. */
public sealed interface SpendOutcome {

    /** The lease, which has this report or a newer one; it has ended if the report reached its budget. */
    record Reported(LeaseRecord lease) implements SpendOutcome {}

    /** The budget, or the earlier reports, are in another currency. */
    record OtherCurrency(String expected) implements SpendOutcome {}

    /** The lease has ended, and the report is newer than its last one. */
    record NotActive(EndedLease ended) implements SpendOutcome {}

    record NotFound() implements SpendOutcome {}
}
