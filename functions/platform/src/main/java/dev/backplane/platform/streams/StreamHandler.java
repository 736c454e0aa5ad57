package dev.backplane.platform.streams;

import dev.backplane.platform.Platform;
import dev.backplane.platform.batches.BatchHandler;
import dev.backplane.platform.log.Invocation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The base of every function that a DynamoDB stream is mapped to; it answers which record to go on from.
 *
 * <p>A record that can never be handled is set aside: logged as a fault and passed over. Delivered again, it would only
 * hold up the records behind it, for as long as the mapping tries.
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
    static void setAside(StreamRecord record, RuntimeException cause, Invocation invocation) {
        invocation.failed(new IllegalStateException("set aside the record " + record.name(), cause));
    }
}
