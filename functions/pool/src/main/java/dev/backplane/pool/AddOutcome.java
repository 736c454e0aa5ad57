package dev.backplane.pool;

/** The outcome of adding an account. */
public sealed interface AddOutcome {

    /** The account was added. */
    record Added(Account account) implements AddOutcome {}

    /** The account is already in the pool, and was not changed. */
    record Exists(AccountState state) implements AddOutcome {}

    /** The pool has reached its account limit. */
    record Full(int limit) implements AddOutcome {}
}
