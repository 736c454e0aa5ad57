package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.time.Pause;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Repeatedly deletes the expired items of one table. */
final class TtlSweeper implements AutoCloseable {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    /** Items per deletion batch. Other writes and stream reads wait during a batch. */
    private static final int AT_A_TIME = 25;

    private final ExpiredItems table;
    private final Optional<RecordedExpiry> recorded;
    private final Context context;
    private final Thread thread;

    /**
     * The dependencies of a sweeper.
     *
     * @param idle waits for writes and may return early
     * @param onRemoval runs after items were deleted
     * @param onError receives scan errors; scans are retried
     */
    record Context(InstantSource clock, Pause pause, Pause idle, Runnable onRemoval, Consumer<Exception> onError) {}

    TtlSweeper(String name, ExpiredItems table, Optional<RecordedExpiry> recorded, Context context) {
        this.table = table;
        this.recorded = recorded;
        this.context = context;
        this.thread = Thread.ofVirtual().name("ttl-" + name).unstarted(this::run);
    }

    void start() {
        recorded.ifPresent(RecordedExpiry::settle);
        thread.start();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                long start = System.nanoTime();
                Optional<Instant> next = trySweep();
                Duration took = Duration.ofNanos(System.nanoTime() - start);
                context.pause().sleep(SweepInterval.busy(took));
                context.idle().sleep(shorter(SweepInterval.quiet(took), next));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration shorter(Duration quiet, Optional<Instant> next) {
        // An item expires at the end of its second.
        return next.map(moment -> Duration.between(context.clock().instant(), moment.plusSeconds(1)))
                .filter(untilNext -> untilNext.compareTo(quiet) < 0)
                .map(untilNext -> untilNext.isNegative() ? Duration.ZERO : untilNext)
                .orElse(quiet);
    }

    private Optional<Instant> trySweep() {
        try {
            return sweep();
        } catch (RuntimeException failure) {
            if (!Thread.currentThread().isInterrupted()) {
                context.onError().accept(failure);
            }
            return Optional.empty();
        }
    }

    /** Deletes expired items and returns when the next one expires. */
    Optional<Instant> sweep() {
        ExpiredItems.Scan scan = table.scan();
        List<JsonNode> expired = scan.expired();
        for (int start = 0; start < expired.size(); start += AT_A_TIME) {
            remove(expired.subList(start, Math.min(start + AT_A_TIME, expired.size())));
            context.onRemoval().run();
        }
        return scan.next();
    }

    private void remove(List<JsonNode> keys) {
        recorded.ifPresentOrElse(removal -> removal.remove(keys, table::remove), () -> keys.forEach(table::remove));
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(STOP_TIMEOUT);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
