package dev.backplane.pool;

import dev.backplane.platform.Sha256;

/**
 * The period in which an account is dirty, and the one execution that cleans it. The name of the execution and the ids
 * of its attempts are derived from it, so that repeated starts start one execution.
 */
public record CleanupRun(String value) {

    // With the id of the account or the number of an attempt, it fits into the name of an execution and an attempt id.
    private static final String FORM = "[A-Za-z0-9-]{1,50}";
    private static final int LENGTH = 32;

    /** Returns the period that begins with the end of a lease. */
    public static CleanupRun after(LeaseId lease) {
        String id = lease.value();
        return new CleanupRun(id.matches(FORM) ? id : Sha256.hex(id).substring(0, LENGTH));
    }

    /** Returns the name of the execution that cleans an account. */
    public String execution(AccountId account) {
        return account + "-" + value;
    }

    /** Returns the id of an attempt, by its number from 1. */
    public AttemptId attempt(int number) {
        return new AttemptId(value + "-" + number);
    }

    /** Returns whether an attempt is one of this execution. */
    public boolean made(AttemptId attempt) {
        String id = attempt.value();
        return id.startsWith(value + "-") && id.substring(value.length() + 1).matches("[0-9]{1,3}");
    }
}
