package dev.backplane.pool;

/** The outcome of a step of the workflow that cleans an account. */
public sealed interface CleanupStep {

    /** The attempt is the account's current one. */
    record Begun(AttemptId attempt) implements CleanupStep {}

    /** The account is clean and available. */
    record Cleaned() implements CleanupStep {}

    /** The account is clean, and cannot be available before credentials of it are revoked. */
    record Pending() implements CleanupStep {}

    /** The attempt failed, and another one follows. */
    record Failed() implements CleanupStep {}

    /** The last attempt failed. */
    record GivenUp() implements CleanupStep {}

    /** The account is held or was removed, or another run or an operator has taken over. */
    record Superseded() implements CleanupStep {}
}
