package dev.backplane.tenants;

import java.time.Instant;
import java.util.Optional;

/**
 * A task of SQS that moves the messages of a dead-letter queue back.
 *
 * @param handle for cancelling the task; SQS returns it only while the task is running
 * @param status as SQS names it, such as {@code RUNNING} or {@code COMPLETED}
 * @param moved the approximate number of messages that were moved
 * @param total the number of messages when the task started; empty until SQS has counted them
 * @param failure why the task failed
 */
public record Redrive(
        Optional<String> handle,
        String status,
        long moved,
        Optional<Long> total,
        Instant started,
        Optional<String> failure) {

    private static final String RUNNING = "RUNNING";

    /** Returns a task that has just been started and that SQS does not list yet. */
    public static Redrive justStarted(String handle, Instant now) {
        return new Redrive(Optional.of(handle), RUNNING, 0, Optional.empty(), now, Optional.empty());
    }

    public boolean isRunning() {
        return status.equals(RUNNING);
    }
}
