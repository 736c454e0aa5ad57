package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The history of an ended execution, compressed because many are kept. */
final class CompressedHistory {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final byte[] bytes;

    CompressedHistory(List<HistoryEvent> events) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (HistoryEvent event : events) {
            list.addObject()
                    .put("id", event.id())
                    .put("previous", event.previousId())
                    .put("time", event.time().toString())
                    .put("type", event.type())
                    .set("details", event.details());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream compressed = new GZIPOutputStream(out)) {
            JSON.writeValue(compressed, list);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        bytes = out.toByteArray();
    }

    List<HistoryEvent> events() {
        List<HistoryEvent> events = new ArrayList<>();
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            for (JsonNode event : JSON.readTree(in)) {
                events.add(new HistoryEvent(
                        event.path("id").asLong(),
                        event.path("previous").asLong(),
                        Instant.parse(event.path("time").asText()),
                        event.path("type").asText(),
                        (ObjectNode) event.path("details")));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return List.copyOf(events);
    }
}
