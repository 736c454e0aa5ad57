package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.dynamodb.TableChange;
import dev.backplane.local.lambda.InvocationResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records that were given up.
 *
 * @param lastInvocation the last try; null when the records were too old for a first one
 */
record DiscardedBatch(
        String shard,
        List<TableChange> records,
        Reason reason,
        int invocations,
        @Nullable InvocationResult lastInvocation) {

    enum Reason {
        RETRY_ATTEMPTS_EXHAUSTED("RetryAttemptsExhausted"),
        RECORD_AGE_EXCEEDED("RecordAgeExceeded");

        private final String condition;

        Reason(String condition) {
            this.condition = condition;
        }

        /** The name that AWS gives it. */
        String condition() {
            return condition;
        }
    }
}
