package dev.backplane.local.lambda.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.lambda.InvocationResult;
import dev.backplane.local.sqs.MessageSource;
import dev.backplane.local.sqs.QueueMessage;
import dev.backplane.local.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
final class QueuePollerTest {

    private static final String NOTHING_FAILED = "{\"batchItemFailures\":[]}";

    private final FakeQueue queue = new FakeQueue();
    private final List<List<String>> batches = new CopyOnWriteArrayList<>();
    private final List<Exception> onError = new CopyOnWriteArrayList<>();

    @Test
    void start_invokesTheFunctionAndDeletesWhatItHasDone() {
        add("a", "b", "c");
        try (QueuePoller poller = poller(mapping(5, false), answering(NOTHING_FAILED))) {
            poller.start();

            Eventually.assertThat(
                    queue::deleted, deleted -> assertThat(deleted).containsExactlyInAnyOrder("a", "b", "c"));
        }
        assertThat(onError).isEmpty();
    }

    @Test
    void start_neverPutsMoreIntoABatchThanAllowed() {
        add("a", "b", "c", "d", "e");
        try (QueuePoller poller = poller(mapping(2, false), answering(NOTHING_FAILED))) {
            poller.start();

            Eventually.assertThat(queue::deleted, deleted -> assertThat(deleted).hasSize(5));
        }
        assertThat(batches).allSatisfy(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(2));
    }

    @Test
    void start_whenTheFunctionFails_deletesNothing() {
        add("a", "b");
        try (QueuePoller poller = poller(
                mapping(5, true), payload -> InvocationResult.failed("r", "{}".getBytes(StandardCharsets.UTF_8)))) {
            poller.start();
            Eventually.assertThat(() -> batches, seen -> assertThat(seen).isNotEmpty());
        }

        assertThat(queue.deleted()).isEmpty();
    }

    @Test
    void start_whenTheAnswerIsPartial_keepsOnlyTheFailedMessages() {
        add("a", "b", "c");
        try (QueuePoller poller =
                poller(mapping(5, true), answering("{\"batchItemFailures\":[{\"itemIdentifier\":\"b\"}]}"))) {
            poller.start();

            Eventually.assertThat(queue::deleted, deleted -> assertThat(deleted).hasSize(2));
        }
        assertThat(queue.deleted()).containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void start_deletesMessagesThatDoNotPassTheFilter() {
        queue.add("a", "{\"kind\":\"wanted\"}");
        queue.add("b", "{\"kind\":\"other\"}");
        queue.add("c", "no JSON");
        QueueMappingSettings mapping =
                new QueueMappingSettings("m", "f", "q", List.of("{\"body\":{\"kind\":[\"wanted\"]}}"), 5, 2, true);
        try (QueuePoller poller = poller(mapping, answering(NOTHING_FAILED))) {
            poller.start();

            Eventually.assertThat(queue::deleted, deleted -> assertThat(deleted).hasSize(3));
        }
        assertThat(batches).containsExactly(List.of("a"));
    }

    @Test
    void start_hasNoMoreBatchesWithTheFunctionThanAllowed() {
        Semaphore gate = new Semaphore(0);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        add("a", "b", "c", "d", "e", "f");
        Function<byte[], InvocationResult> slow = payload -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            gate.acquireUninterruptibly();
            running.decrementAndGet();
            return answering(NOTHING_FAILED).apply(payload);
        };
        try (QueuePoller poller = poller(mapping(1, true), slow)) {
            poller.start();
            Eventually.assertThat(running::get, count -> assertThat(count).isEqualTo(2));
            // The other messages are not received, so that they cannot become visible while they wait.
            assertThat(queue.visible()).isEqualTo(4);

            gate.release(6);

            Eventually.assertThat(queue::deleted, deleted -> assertThat(deleted).hasSize(6));
        }
        assertThat(most).hasValue(2);
    }

    @Test
    void start_whenTheQueueFails_triesAgain() {
        AtomicInteger calls = new AtomicInteger();
        MessageSource failing = new MessageSource() {
            @Override
            public List<QueueMessage> receive(int atMost, Duration wait) {
                if (calls.getAndIncrement() == 0) {
                    throw new IllegalStateException("no queue");
                }
                return queue.receive(atMost, wait);
            }

            @Override
            public void delete(List<QueueMessage> messages) {
                queue.delete(messages);
            }
        };
        add("a");
        QueuePoller.Context context = new QueuePoller.Context(answering(NOTHING_FAILED), time -> {}, onError::add);
        try (QueuePoller poller = new QueuePoller(mapping(5, true), failing, context)) {
            poller.start();

            Eventually.assertThat(queue::deleted, deleted -> assertThat(deleted).containsExactly("a"));
        }
        assertThat(onError)
                .singleElement()
                .satisfies(failure -> assertThat(failure).hasMessage("no queue"));
    }

    private void add(String... ids) {
        for (String id : ids) {
            queue.add(id, "{}");
        }
    }

    private static QueueMappingSettings mapping(int batchSize, boolean reportsItemFailures) {
        return new QueueMappingSettings("m", "f", "q", List.of(), batchSize, 2, reportsItemFailures);
    }

    private Function<byte[], InvocationResult> answering(String answer) {
        return payload -> InvocationResult.succeeded("r", answer.getBytes(StandardCharsets.UTF_8));
    }

    private QueuePoller poller(QueueMappingSettings mapping, Function<byte[], InvocationResult> function) {
        return new QueuePoller(
                mapping,
                queue,
                new QueuePoller.Context(
                        payload -> {
                            batches.add(ids(payload));
                            return function.apply(payload);
                        },
                        Thread::sleep,
                        onError::add));
    }

    private static List<String> ids(byte[] payload) {
        try {
            return new ObjectMapper()
                    .readTree(payload)
                    .path("Records")
                    .valueStream()
                    .map(message -> message.path("messageId").asText())
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
