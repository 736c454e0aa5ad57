package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.dynamodb.ChangeRecord;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.lambda.Invocation;
import dev.backplane.local.lambda.eventsource.Discard.Reason;
import dev.backplane.local.lambda.eventsource.Mapping.FailureHandling;
import dev.backplane.local.time.Backoff;
import dev.backplane.local.time.Pause;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Brings batches of one shard to a function, in order, until each record is confirmed or given up. */
final class Delivery {
    private final String shard;
    private final FailureHandling onFailure;
    private final Outside outside;
    private final Consumer<String> progress;

    /**
     * What a delivery needs from the world around it.
     *
     * @param idle waits for records; may end early
     */
    record Outside(
            Function<byte[], Invocation> function,
            Consumer<Discard> failures,
            InstantSource clock,
            Pause pause,
            Pause idle) {}

    /** @param progress is told the number of each record up to which everything is done */
    Delivery(String shard, FailureHandling onFailure, Outside outside, Consumer<String> progress) {
        this.shard = shard;
        this.onFailure = onFailure;
        this.outside = outside;
        this.progress = progress;
    }

    private record Attempt(
            List<ChangeRecord> records,
            int retries,
            int invocations,
            @Nullable Invocation last) {

        Attempt with(List<ChangeRecord> part) {
            return new Attempt(part, retries, invocations, last);
        }

        Attempt invoked(Invocation invocation) {
            return new Attempt(records, retries, invocations + 1, invocation);
        }

        Attempt again() {
            return new Attempt(records, retries + 1, invocations, last);
        }
    }

    void deliver(List<ChangeRecord> batch) throws InterruptedException {
        Deque<Attempt> left = new ArrayDeque<>();
        left.push(new Attempt(batch, 0, 0, null));
        while (!left.isEmpty()) {
            Attempt attempt = withoutExpired(left.pop());
            if (!attempt.records().isEmpty()) {
                tryOnce(attempt, left);
            }
        }
    }

    private void tryOnce(Attempt attempt, Deque<Attempt> left) throws InterruptedException {
        List<ChangeRecord> records = attempt.records();
        Invocation invocation = outside.function().apply(payload(records));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        int confirmed = BatchAnswer.confirmed(records, invocation, onFailure.partialAnswers());
        if (confirmed > 0) {
            progress.accept(records.get(confirmed - 1).sequenceNumber());
        }
        if (confirmed < records.size()) {
            Attempt rest = attempt.invoked(invocation).with(records.subList(confirmed, records.size()));
            retry(rest, confirmed > 0, left);
        }
    }

    private void retry(Attempt failed, boolean progressed, Deque<Attempt> left) throws InterruptedException {
        int size = failed.records().size();
        if (onFailure.bisect() && progressed) {
            // The function has said where to cut; a cut is not a retry.
            left.push(failed);
        } else if (onFailure.bisect() && size > 1) {
            left.push(failed.with(failed.records().subList(size / 2, size)));
            left.push(failed.with(failed.records().subList(0, size / 2)));
        } else if (failed.retries() >= onFailure.maxRetries().orElse(Integer.MAX_VALUE)) {
            discard(failed, Reason.RETRY_ATTEMPTS_EXHAUSTED);
        } else {
            outside.pause().sleep(Backoff.before(failed.retries()));
            left.push(failed.again());
        }
    }

    private Attempt withoutExpired(Attempt attempt) {
        if (onFailure.maxAge().isEmpty()) {
            return attempt;
        }
        Instant oldest = outside.clock().instant().minus(onFailure.maxAge().get());
        List<ChangeRecord> records = attempt.records();
        int expired = (int) records.stream()
                .takeWhile(change -> change.created().isBefore(oldest))
                .count();
        if (expired > 0) {
            discard(attempt.with(records.subList(0, expired)), Reason.RECORD_AGE_EXCEEDED);
        }
        return attempt.with(records.subList(expired, records.size()));
    }

    private void discard(Attempt attempt, Reason reason) {
        outside.failures().accept(new Discard(shard, attempt.records(), reason, attempt.invocations(), attempt.last()));
        progress.accept(attempt.records().getLast().sequenceNumber());
    }

    private static byte[] payload(List<ChangeRecord> records) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.putArray("Records")
                .addAll(records.stream().map(ChangeRecord::json).toList());
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }
}
