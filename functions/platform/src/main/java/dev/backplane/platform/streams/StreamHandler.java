package dev.backplane.platform.streams;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.batches.BatchHandler;
import dev.backplane.platform.log.Invocation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The base class of functions with a DynamoDB stream as event source; it returns the record to continue from.
 *
 * <p>A record that cannot be read is logged as a fault and skipped, because a retry would fail again and delay later
 * records. Other failures are retried; finally the event source mapping sends them to its failure queue.
 */
public abstract class StreamHandler extends BatchHandler {

    protected StreamHandler(Platform platform, String service) {
        super(platform, service);
    }

    /**
     * Processes a batch in order.
     *
     * @return the first record that failed; Lambda delivers it and all later ones again
     */
    protected abstract Optional<StreamRecord> handle(List<StreamRecord> records, Invocation invocation);

    @Override
    protected final List<String> handle(byte[] batch, Invocation invocation) {
        List<StreamRecord> records = StreamRecord.readBatch(new String(batch, StandardCharsets.UTF_8));
        invocation.note("records", records.size());
        // Lambda continues from the lowest failed record, so one identifier is sufficient.
        return handle(records, invocation)
                .map(record -> List.of(record.sequenceNumber()))
                .orElse(List.of());
    }

    /** Skips a record; the log line contains its id, so that it can be found in the stream. */
    static void skip(StreamRecord record, InvalidValueException cause, Invocation invocation) {
        invocation.failed(new IllegalStateException("skipped the record " + record.name(), cause));
    }
}
