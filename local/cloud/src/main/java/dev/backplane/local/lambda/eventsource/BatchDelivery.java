package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.dynamodb.TableChange;
import dev.backplane.local.lambda.InvocationResult;
import dev.backplane.local.lambda.eventsource.DiscardedBatch.Reason;
import dev.backplane.local.lambda.eventsource.StreamMappingSettings.FailureHandling;
import dev.backplane.local.time.Backoff;
import dev.backplane.local.time.Pause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The delivery of batches of one shard to a function, in order, until each record is confirmed or discarded. */
final class BatchDelivery {

    private final String shard;
    private final FailureHandling onFailure;
    private final Context context;
    private final Consumer<String> progress;

    /**
     * The dependencies of a delivery.
     *
     * @param idle waits for records and may return early
     */
    record Context(
            Function<byte[], InvocationResult> function,
            Consumer<DiscardedBatch> failures,
            InstantSource clock,
            Pause pause,
            Pause idle) {}

    /** @param progress receives the sequence number of each completed record */
    BatchDelivery(String shard, FailureHandling onFailure, Context context, Consumer<String> progress) {
        this.shard = shard;
        this.onFailure = onFailure;
        this.context = context;
        this.progress = progress;
    }

    private record Attempt(
            List<TableChange> records,
            int retries,
            int invocations,
            @Nullable InvocationResult last) {

        Attempt with(List<TableChange> part) {
            return new Attempt(part, retries, invocations, last);
        }

        Attempt invoked(InvocationResult invocation) {
            return new Attempt(records, retries, invocations + 1, invocation);
        }

        Attempt retried() {
            return new Attempt(records, retries + 1, invocations, last);
        }
    }

    void deliver(List<TableChange> batch) throws InterruptedException {
        Deque<Attempt> pending = new ArrayDeque<>();
        pending.push(new Attempt(batch, 0, 0, null));
        while (!pending.isEmpty()) {
            Attempt attempt = withoutExpired(pending.pop());
            if (!attempt.records().isEmpty()) {
                tryOnce(attempt, pending);
            }
        }
    }

    private void tryOnce(Attempt attempt, Deque<Attempt> pending) throws InterruptedException {
        List<TableChange> records = attempt.records();
        InvocationResult invocation = context.function().apply(payload(records));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        int confirmed = StreamBatchResult.confirmed(records, invocation, onFailure.reportsItemFailures());
        if (confirmed > 0) {
            progress.accept(records.get(confirmed - 1).sequenceNumber());
        }
        if (confirmed < records.size()) {
            Attempt rest = attempt.invoked(invocation).with(records.subList(confirmed, records.size()));
            retry(rest, confirmed > 0, pending);
        }
    }

    private void retry(Attempt failed, boolean progressed, Deque<Attempt> pending) throws InterruptedException {
        int size = failed.records().size();
        if (onFailure.bisect() && progressed) {
            // The function reported where to split the batch. A split does not count as a retry.
            pending.push(failed);
        } else if (onFailure.bisect() && size > 1) {
            pending.push(failed.with(failed.records().subList(size / 2, size)));
            pending.push(failed.with(failed.records().subList(0, size / 2)));
        } else if (failed.retries() >= onFailure.maxRetries().orElse(Integer.MAX_VALUE)) {
            discard(failed, Reason.RETRY_ATTEMPTS_EXHAUSTED);
        } else {
            context.pause().sleep(Backoff.before(failed.retries()));
            pending.push(failed.retried());
        }
    }

    private Attempt withoutExpired(Attempt attempt) {
        if (onFailure.maxAge().isEmpty()) {
            return attempt;
        }
        Instant oldest = context.clock().instant().minus(onFailure.maxAge().get());
        List<TableChange> records = attempt.records();
        int expired = (int) records.stream()
                .takeWhile(change -> change.created().isBefore(oldest))
                .count();
        if (expired > 0) {
            discard(attempt.with(records.subList(0, expired)), Reason.RECORD_AGE_EXCEEDED);
        }
        return attempt.with(records.subList(expired, records.size()));
    }

    private void discard(Attempt attempt, Reason reason) {
        context.failures()
                .accept(new DiscardedBatch(shard, attempt.records(), reason, attempt.invocations(), attempt.last()));
        progress.accept(attempt.records().getLast().sequenceNumber());
    }

    private static byte[] payload(List<TableChange> records) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.putArray("Records").addAll(records.stream().map(TableChange::json).toList());
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The part of a batch that a function's response confirms. */
    private static final class StreamBatchResult {

        private static final ObjectMapper JSON = new ObjectMapper();

        private StreamBatchResult() {}

        /** Returns the number of leading records that need no redelivery. */
        static int confirmed(List<TableChange> batch, InvocationResult invocation, boolean reportsItemFailures) {
            if (invocation.failed()) {
                return 0;
            }
            if (!reportsItemFailures || invocation.payload().length == 0) {
                return batch.size();
            }
            try {
                JsonNode failures = JSON.readTree(invocation.payload()).path("batchItemFailures");
                return confirmed(batch, failures);
            } catch (IOException notJson) {
                return 0;
            }
        }

        private static int confirmed(List<TableChange> batch, JsonNode failures) {
            List<String> numbers =
                    batch.stream().map(TableChange::sequenceNumber).toList();
            int confirmed = batch.size();
            for (JsonNode failure : failures) {
                // An unknown identifier has index -1 and fails the whole batch.
                int index = numbers.indexOf(failure.path("itemIdentifier").asText());
                confirmed = Math.min(confirmed, Math.max(index, 0));
            }
            return confirmed;
        }
    }
}
