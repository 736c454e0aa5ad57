package dev.backplane.pool;

/** What came of adding an account. */
public sealed interface AddOutcome {

    /** It is in the pool. */
    record Added(Account account) implements AddOutcome {}

    /** It was in the pool before, and is as it was. */
    record Exists(AccountState state) implements AddOutcome {}

    /** The pool has as many accounts as it may. */
    record Full(int limit) implements AddOutcome {}
}
