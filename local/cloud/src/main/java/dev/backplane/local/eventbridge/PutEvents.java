package dev.backplane.local.eventbridge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The PutEvents operation. Invalid entries do not affect the others. */
final class PutEvents {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_ENTRIES = 10;
    private static final int MAX_BYTES = 256 * 1024;
    private static final int BYTES_OF_A_TIME = 14;
    private static final List<String> REQUIRED = List.of("Source", "DetailType", "Detail");

    private final EventBuses buses;
    private final Clock clock;

    PutEvents(EventBuses buses, Clock clock) {
        this.buses = buses;
        this.clock = clock;
    }

    /** Returns the reason why the whole request is invalid. */
    static Optional<String> refusal(JsonNode entries) {
        if (entries.isEmpty() || entries.size() > MAX_ENTRIES) {
            return Optional.of("1 validation error detected: Value at 'entries' failed to satisfy constraint: "
                    + "Member must have length between 1 and " + MAX_ENTRIES);
        }
        int bytes = entries.valueStream().mapToInt(PutEvents::size).sum();
        return bytes > MAX_BYTES
                ? Optional.of("Total size of the entries in the request is over the limit.")
                : Optional.empty();
    }

    ObjectNode put(JsonNode entries) {
        ArrayNode results = JsonNodeFactory.instance.arrayNode();
        int failed = 0;
        for (JsonNode entry : entries) {
            ObjectNode result = accept(entry);
            results.add(result);
            failed += result.has("ErrorCode") ? 1 : 0;
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("FailedEntryCount", failed);
        return answer.set("Entries", results);
    }

    private ObjectNode accept(JsonNode entry) {
        for (String member : REQUIRED) {
            if (entry.path(member).asText().isEmpty()) {
                return error(
                        "InvalidArgument",
                        "Parameter " + member + " is not valid. Reason: " + member + " is a required argument.");
            }
        }
        if (entry.path("Source").asText().startsWith("aws.")) {
            return error("NotAuthorizedForSourceException", "Not authorized for the source.");
        }
        JsonNode detail = parse(entry.path("Detail").asText());
        if (!detail.isObject()) {
            return error("MalformedDetail", "Detail is malformed.");
        }
        String bus = EventBridgeService.bus(entry);
        if (!buses.has(bus)) {
            return error("InvalidArgument", "Event bus " + bus + " does not exist.");
        }
        BusEvent event = new BusEvent(bus, envelope(entry, detail));
        buses.publish(event);
        return JsonNodeFactory.instance.objectNode().put("EventId", event.id());
    }

    private ObjectNode envelope(JsonNode entry, JsonNode detail) {
        Instant time = entry.has("Time")
                ? Instant.ofEpochSecond(entry.path("Time").asLong())
                : clock.instant().truncatedTo(ChronoUnit.SECONDS);
        ObjectNode envelope = JsonNodeFactory.instance
                .objectNode()
                .put("version", "0")
                .put("id", UUID.randomUUID().toString())
                .put("detail-type", entry.path("DetailType").asText())
                .put("source", entry.path("Source").asText())
                .put("account", Account.ID)
                .put("time", time.toString())
                .put("region", Account.REGION);
        envelope.set(
                "resources", entry.has("Resources") ? entry.get("Resources") : JsonNodeFactory.instance.arrayNode());
        return envelope.set("detail", detail);
    }

    private static ObjectNode error(String code, String message) {
        return JsonNodeFactory.instance.objectNode().put("ErrorCode", code).put("ErrorMessage", message);
    }

    private static JsonNode parse(String detail) {
        try {
            return JSON.readTree(detail);
        } catch (IOException malformed) {
            return MissingNode.getInstance();
        }
    }

    /** Computes the entry size as documented by EventBridge. */
    private static int size(JsonNode entry) {
        int bytes = entry.has("Time") ? BYTES_OF_A_TIME : 0;
        for (String member : REQUIRED) {
            bytes += utf8(entry.path(member));
        }
        return bytes
                + entry.path("Resources")
                        .valueStream()
                        .mapToInt(PutEvents::utf8)
                        .sum();
    }

    private static int utf8(JsonNode text) {
        return text.asText().getBytes(StandardCharsets.UTF_8).length;
    }
}
