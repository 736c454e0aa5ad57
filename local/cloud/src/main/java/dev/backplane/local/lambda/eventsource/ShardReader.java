package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.dynamodb.StaleIteratorException;
import dev.backplane.local.dynamodb.StreamSource;
import dev.backplane.local.dynamodb.StreamSource.Page;
import dev.backplane.local.dynamodb.TableChange;
import dev.backplane.local.time.Pause;
import java.time.Duration;
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
    private final EventFilter filter;
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
        deliver(page.records());
        if (page.next().isPresent()) {
            pauseAfter(page);
        }
        return page.next();
    }

    private void pauseAfter(Page page) throws InterruptedException {
        if (page.records().isEmpty()) {
            idle.sleep(BETWEEN_READS);
        } else {
            pause.sleep(BETWEEN_PAGES);
        }
    }

    private void deliver(List<TableChange> records) throws InterruptedException {
        List<TableChange> matching =
                records.stream().filter(change -> filter.passes(change.json())).toList();
        for (int start = 0; start < matching.size(); start += mapping.batchSize()) {
            delivery.deliver(matching.subList(start, Math.min(matching.size(), start + mapping.batchSize())));
        }
        if (!records.isEmpty()) {
            lastRead = Optional.of(records.getLast().sequenceNumber());
            checkpoints.advance(shard, records.getLast().sequenceNumber());
        }
    }
}
