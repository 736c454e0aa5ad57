package dev.backplane.platform.streams;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.batches.BatchHandler;
import dev.backplane.platform.log.Invocation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The base of every function that a DynamoDB stream is mapped to; it answers which record to continue from.
 *
 * <p>A record that cannot be read is set aside: logged as a fault and skipped. A retry would fail again and only delay
 * the records behind it. Any other failure is retried, and in the end the mapping sends it to its failure queue.
 */
public abstract class StreamHandler extends BatchHandler {

    protected StreamHandler(Platform platform, String service) {
        super(platform, service);
    }

    /**
     * Works off a batch, in order.
     *
     * @return the first record that could not be handled; it and those after it are delivered again
     */
    protected abstract Optional<StreamRecord> handle(List<StreamRecord> records, Invocation invocation);

    @Override
    protected final List<String> handle(byte[] batch, Invocation invocation) {
        List<StreamRecord> records = StreamRecord.readBatch(new String(batch, StandardCharsets.UTF_8));
        invocation.note("records", records.size());
        // A stream goes on only from its lowest failed record, so one identifier says it all.
        return handle(records, invocation)
                .map(record -> List.of(record.sequenceNumber()))
                .orElse(List.of());
    }

    /** Sets a record aside; the log line names it, so that it can be found in the stream. */
    static void setAside(StreamRecord record, InvalidValueException cause, Invocation invocation) {
        invocation.failed(new IllegalStateException("set aside the record " + record.name(), cause));
    }
}
