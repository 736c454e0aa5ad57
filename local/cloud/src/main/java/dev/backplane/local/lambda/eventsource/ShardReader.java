package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.dynamodb.StaleIteratorException;
import dev.backplane.local.dynamodb.StreamSource;
import dev.backplane.local.dynamodb.StreamSource.Page;
import dev.backplane.local.dynamodb.TableChange;
import dev.backplane.local.time.Pause;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one shard to its end and delivers matching records in batches. */
final class ShardReader {

    /** Writes through the local cloud end the pause early. Only other writes wait this long. */
    private static final Duration BETWEEN_READS = Duration.ofSeconds(1);

    /** A short pause turns many small batches into few large ones. */
    private static final Duration BETWEEN_PAGES = Duration.ofMillis(20);

    private final String shard;
    private final StreamMappingSettings mapping;
    private final StreamSource source;
    private final Checkpoints checkpoints;
    private final BatchDelivery delivery;
    private final Pause pause;
    private final Pause idle;
    private final InstantSource clock;
    private final EventFilter filter;
    private final List<TableChange> waiting = new ArrayList<>();
    private Instant waitingSince = Instant.MAX;
    private Optional<String> lastRead;

    ShardReader(
            String shard,
            StreamMappingSettings mapping,
            StreamSource source,
            Checkpoints checkpoints,
            BatchDelivery.Context context) {
        this.shard = shard;
        this.mapping = mapping;
        this.source = source;
        this.checkpoints = checkpoints;
        this.delivery =
                new BatchDelivery(shard, mapping.onFailure(), context, number -> checkpoints.advance(shard, number));
        this.pause = context.pause();
        this.idle = context.idle();
        this.clock = context.clock();
        this.filter = new EventFilter(mapping.filters());
        this.lastRead = checkpoints.after(shard);
    }

    /** Returns when a closed shard has no more records. */
    void readToEnd() throws InterruptedException {
        Optional<String> position = Optional.of(source.iterator(shard, lastRead));
        while (position.isPresent()) {
            position = readOn(position.get());
        }
        checkpoints.finish(shard);
    }

    private Optional<String> readOn(String position) throws InterruptedException {
        Page page;
        try {
            page = source.read(position);
        } catch (StaleIteratorException stale) {
            return Optional.of(source.iterator(shard, lastRead));
        }
        take(page.records());
        deliverDue(page.next().isEmpty());
        if (page.next().isPresent()) {
            pauseAfter(page);
        }
        return page.next();
    }

    private void pauseAfter(Page page) throws InterruptedException {
        if (page.records().isEmpty()) {
            idle.sleep(untilNextRead());
        } else {
            pause.sleep(BETWEEN_PAGES);
        }
    }

    /** Returns the pause until the next read, at most until the batching window ends. */
    private Duration untilNextRead() {
        if (waiting.isEmpty()) {
            return BETWEEN_READS;
        }
        Duration untilDue = Duration.between(clock.instant(), waitingSince.plus(mapping.window()));
        return untilDue.compareTo(BETWEEN_READS) < 0 ? untilDue : BETWEEN_READS;
    }

    private void take(List<TableChange> records) {
        if (records.isEmpty()) {
            return;
        }
        lastRead = Optional.of(records.getLast().sequenceNumber());
        List<TableChange> passing =
                records.stream().filter(change -> filter.passes(change.json())).toList();
        if (waiting.isEmpty() && !passing.isEmpty()) {
            waitingSince = clock.instant();
        }
        waiting.addAll(passing);
        if (waiting.isEmpty()) {
            checkpoints.advance(shard, records.getLast().sequenceNumber());
        }
    }

    private void deliverDue(boolean atEnd) throws InterruptedException {
        while (waiting.size() >= mapping.batchSize()) {
            deliver(mapping.batchSize());
        }
        boolean due = atEnd || !clock.instant().isBefore(waitingSince.plus(mapping.window()));
        if (due && !waiting.isEmpty()) {
            deliver(waiting.size());
        }
    }

    private void deliver(int count) throws InterruptedException {
        List<TableChange> batch = List.copyOf(waiting.subList(0, count));
        delivery.deliver(batch);
        waiting.subList(0, count).clear();
        waitingSince = clock.instant();
    }
}
