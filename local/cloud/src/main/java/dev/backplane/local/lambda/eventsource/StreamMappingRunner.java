package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.dynamodb.StreamShard;
import dev.backplane.local.dynamodb.StreamSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs one mapping with a reader per shard. A shard is read after its parent. */
final class StreamMappingRunner implements AutoCloseable {

    private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(5);
    private static final Duration AFTER_ERROR = Duration.ofSeconds(1);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final StreamMappingSettings mapping;
    private final StreamSource source;
    private final Checkpoints checkpoints;
    private final BatchDelivery.Context context;
    private final Consumer<Exception> onError;
    private final Map<String, Thread> readers = new HashMap<>();
    private final Thread supervisor;
    private boolean stopped;

    /** @param onError receives read errors; reads are retried */
    StreamMappingRunner(
            StreamMappingSettings mapping,
            StreamSource source,
            Checkpoints checkpoints,
            BatchDelivery.Context context,
            Consumer<Exception> onError) {
        this.mapping = mapping;
        this.source = source;
        this.checkpoints = checkpoints;
        this.context = context;
        this.onError = onError;
        this.supervisor = Thread.ofVirtual().name(mapping.id()).unstarted(this::supervise);
    }

    void start() {
        supervisor.start();
    }

    private void supervise() {
        repeat(() -> {
            while (true) {
                findShards();
                context.pause().sleep(BETWEEN_CHECKS);
            }
        });
    }

    private void findShards() {
        // The lock includes reading the list, so that an older shard list cannot overwrite a newer one.
        synchronized (readers) {
            List<StreamShard> shards = source.shards();
            Set<String> ids = shards.stream().map(StreamShard::id).collect(Collectors.toSet());
            checkpoints.retain(ids);
            readers.keySet().retainAll(ids);
            for (StreamShard shard : shards) {
                if (!stopped && !checkpoints.isDone(shard.id()) && isParentDone(shard, ids)) {
                    readers.computeIfAbsent(shard.id(), this::startReader);
                }
            }
        }
    }

    /** Returns whether the parent is completely read; a parent that the stream no longer has counts as read. */
    private boolean isParentDone(StreamShard shard, Set<String> ids) {
        return shard.parent().filter(ids::contains).map(checkpoints::isDone).orElse(true);
    }

    private Thread startReader(String shard) {
        return Thread.ofVirtual()
                .name(mapping.id() + "/" + shard)
                .start(() -> repeat(() -> {
                    new ShardReader(shard, mapping, source, checkpoints, context).readToEnd();
                    findShards();
                }));
    }

    private interface Step {

        void run() throws InterruptedException;
    }

    /** Runs a step until it completes without an error. */
    private void repeat(Step step) {
        while (true) {
            try {
                step.run();
                return;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException failure) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                onError.accept(failure);
                try {
                    context.pause().sleep(AFTER_ERROR);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    /** Stops reading. A batch in flight is not confirmed, and is delivered again after the next start. */
    @Override
    public void close() {
        List<Thread> threads = new ArrayList<>(List.of(supervisor));
        synchronized (readers) {
            stopped = true;
            threads.addAll(readers.values());
        }
        threads.forEach(Thread::interrupt);
        threads.forEach(StreamMappingRunner::join);
    }

    boolean isRunning() {
        synchronized (readers) {
            return supervisor.isAlive() || readers.values().stream().anyMatch(Thread::isAlive);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(STOP_TIMEOUT);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
