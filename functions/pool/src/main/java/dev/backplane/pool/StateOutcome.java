package dev.backplane.pool;

/** The outcome of changing the state of an account. */
public sealed interface StateOutcome {

    /** The account is in the state, by this call or an earlier one. */
    record InState(Account account) implements StateOutcome {}

    /** There is no transition between the two states. */
    record NotAllowed(AccountState from, AccountState to) implements StateOutcome {}

    /** The account is held, and is not cleaned meanwhile. */
    record Held(Hold hold) implements StateOutcome {}

    /** The attempt is not the current one. */
    record Stale() implements StateOutcome {}

    /** The stage cleans accounts itself, and only its workflow starts and finishes attempts. */
    record Automatic() implements StateOutcome {}

    /** Sessions of an earlier lease must be revoked before the account can become available. */
    record RevocationPending(Revocation revocation) implements StateOutcome {}

    /** There is no such account. */
    record NotFound() implements StateOutcome {}
}
