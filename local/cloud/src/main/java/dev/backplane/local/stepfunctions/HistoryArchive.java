package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.files.ScratchFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Compressed histories on disk, with bounded size. */
final class HistoryArchive implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The size at which a new file starts. Only the last two files are kept. */
    private static final long FILE_BYTES = 64L * 1024 * 1024;

    private final long fileBytes;
    private @Nullable ScratchFile current;
    private @Nullable ScratchFile previous;

    HistoryArchive() {
        this(FILE_BYTES);
    }

    HistoryArchive(long fileBytes) {
        this.fileBytes = fileBytes;
    }

    /** Stores events and returns a reader, which returns none after they were dropped. */
    synchronized Supplier<List<HistoryEvent>> put(List<HistoryEvent> events) {
        try {
            byte[] bytes = compress(events);
            ScratchFile file = file();
            long position = file.append(bytes);
            return () -> get(file, position, bytes.length);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot put a history away", failure);
        }
    }

    private ScratchFile file() throws IOException {
        if (current != null && current.size() >= fileBytes) {
            if (previous != null) {
                previous.close();
            }
            previous = current;
            current = null;
        }
        if (current == null) {
            current = ScratchFile.create();
        }
        return current;
    }

    @SuppressWarnings("ReferenceEquality") // identity is intended
    private synchronized List<HistoryEvent> get(ScratchFile file, long position, int length) {
        if (file != current && file != previous) {
            return List.of();
        }
        try {
            return expand(file.read(position, length));
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read a history", failure);
        }
    }

    private static byte[] compress(List<HistoryEvent> events) throws IOException {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (HistoryEvent event : events) {
            list.addObject()
                    .put("id", event.id())
                    .put("previous", event.previousId())
                    .put("time", event.time().toString())
                    .put("type", event.type())
                    .set("details", event.details());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream compressed = new GZIPOutputStream(bytes)) {
            JSON.writeValue(compressed, list);
        }
        return bytes.toByteArray();
    }

    private static List<HistoryEvent> expand(byte[] bytes) throws IOException {
        List<HistoryEvent> events = new ArrayList<>();
        try (GZIPInputStream expanded = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            for (JsonNode event : JSON.readTree(expanded)) {
                events.add(new HistoryEvent(
                        event.path("id").asLong(),
                        event.path("previous").asLong(),
                        Instant.parse(event.path("time").asText()),
                        event.path("type").asText(),
                        (ObjectNode) event.path("details")));
            }
        }
        return events;
    }

    @Override
    public synchronized void close() {
        try {
            if (previous != null) {
                previous.close();
            }
            if (current != null) {
                current.close();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot close the histories", failure);
        } finally {
            previous = null;
            current = null;
        }
    }
}
