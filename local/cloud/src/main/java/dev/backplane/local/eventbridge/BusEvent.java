package dev.backplane.local.eventbridge;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * An event on a bus.
 *
 * @param envelope the event with its envelope
 */
public record BusEvent(String bus, JsonNode envelope) {

    public String id() {
        return envelope.path("id").asText();
    }

    public String source() {
        return envelope.path("source").asText();
    }

    public String detailType() {
        return envelope.path("detail-type").asText();
    }

    public Instant time() {
        return Instant.parse(envelope.path("time").asText());
    }

    public JsonNode detail() {
        return envelope.path("detail");
    }
}
