package dev.backplane.pool;

/** The outcome of holding, quarantining or releasing an account. */
public sealed interface HoldOutcome {

    /** The account is as requested, by this call or an earlier one. */
    record Marked(Account account) implements HoldOutcome {}

    /** The account is leased, and its lease cannot be ended because it is unknown. */
    record UnknownLease() implements HoldOutcome {}

    /** There is no such account. */
    record NotFound() implements HoldOutcome {}
}
