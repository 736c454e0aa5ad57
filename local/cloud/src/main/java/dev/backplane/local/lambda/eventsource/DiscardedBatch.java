package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.dynamodb.TableChange;
import dev.backplane.local.lambda.InvocationResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records that are not delivered any more.
 *
 * @param lastInvocation the last attempt; null when the records expired before the first
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

        /** Returns AWS's name of the condition. */
        String condition() {
            return condition;
        }
    }
}
