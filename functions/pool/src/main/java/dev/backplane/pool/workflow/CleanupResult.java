package dev.backplane.pool.workflow;

import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * The result of a task, on which the state machine decides what follows.
 *
 * @param attemptId the attempt that was begun
 */
@Json
record CleanupResult(String outcome, @Nullable String attemptId) {

    static CleanupResult of(String outcome) {
        return new CleanupResult(outcome, null);
    }
}
