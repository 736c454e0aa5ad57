package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.lambda.InvocationResult;
import dev.backplane.local.sqs.MessageSource;
import dev.backplane.local.sqs.QueueMessage;
import dev.backplane.local.time.Pause;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs one mapping: receives messages with limited concurrency and deletes those that the function has processed. */
final class QueuePoller implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
    private static final Duration AFTER_ERROR = Duration.ofSeconds(1);
    private static final Duration GRACE = Duration.ofMillis(500);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final QueueMappingSettings mapping;
    private final MessageSource source;
    private final Context context;
    private final EventFilter filter;
    private final Semaphore places;
    private final ExecutorService invocations = Executors.newVirtualThreadPerTaskExecutor();
    private final Thread receiver;

    /**
     * The dependencies of a poller.
     *
     * @param onError receives call errors; calls are retried
     */
    record Context(Function<byte[], InvocationResult> function, Pause pause, Consumer<Exception> onError) {}

    QueuePoller(QueueMappingSettings mapping, MessageSource source, Context context) {
        this.mapping = mapping;
        this.source = source;
        this.context = context;
        this.filter = new EventFilter(mapping.filters());
        this.places = new Semaphore(mapping.concurrency());
        this.receiver = Thread.ofVirtual().name(mapping.id()).unstarted(this::poll);
    }

    void start() {
        receiver.start();
    }

    private void poll() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                // A message that waits here beyond its visibility timeout would be delivered twice.
                places.acquire();
                List<QueueMessage> batch = nextBatch();
                if (batch.isEmpty()) {
                    places.release();
                } else {
                    invocations.execute(() -> process(batch));
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private List<QueueMessage> nextBatch() throws InterruptedException {
        try {
            return receive();
        } catch (RuntimeException failure) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            context.onError().accept(failure);
            context.pause().sleep(AFTER_ERROR);
            return List.of();
        }
    }

    /** Receives messages and deletes those that do not match the filter, as on AWS. */
    private List<QueueMessage> receive() {
        List<QueueMessage> received = source.receive(mapping.batchSize(), LONGEST_WAIT);
        List<QueueMessage> passing = received.stream()
                .filter(message -> filter.passes(message.forFilters()))
                .toList();
        if (passing.size() < received.size()) {
            source.delete(received.stream()
                    .filter(message -> !passing.contains(message))
                    .toList());
        }
        return passing;
    }

    private void process(List<QueueMessage> batch) {
        try {
            InvocationResult invocation = context.function().apply(payload(batch));
            List<QueueMessage> done = QueueBatchResult.done(batch, invocation, mapping.reportsItemFailures());
            if (!done.isEmpty()) {
                source.delete(done);
            }
        } catch (RuntimeException failure) {
            if (!Thread.currentThread().isInterrupted()) {
                context.onError().accept(failure);
            }
        } finally {
            places.release();
        }
    }

    private static byte[] payload(List<QueueMessage> batch) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.putArray("Records").addAll(batch.stream().map(QueueMessage::json).toList());
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Stops polling. Messages that are not processed before the stop timeout are not deleted, and are delivered again.
     */
    @Override
    public void close() {
        receiver.interrupt();
        try {
            receiver.join(STOP_TIMEOUT);
            // Interrupted messages stay hidden for the visibility timeout, also after a restart.
            invocations.shutdown();
            if (!invocations.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                invocations.shutdownNow();
            }
            if (!invocations.awaitTermination(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                context.onError().accept(new IllegalStateException(mapping.id() + " did not stop"));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
