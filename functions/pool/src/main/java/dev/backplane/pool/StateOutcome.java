package dev.backplane.pool;

/** What came of bringing an account into a state. */
public sealed interface StateOutcome {

    /** It is in that state, by this call or before it. */
    record InState(Account account) implements StateOutcome {}

    /** It cannot go there from where it is. */
    record NotAllowed(AccountState from, AccountState to) implements StateOutcome {}

    /** The attempt is not the one under way. */
    record Stale() implements StateOutcome {}

    /** There is no such account. */
    record NotFound() implements StateOutcome {}
}
