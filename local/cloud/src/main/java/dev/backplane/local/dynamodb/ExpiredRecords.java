package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.files.JsonFile;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The sequence numbers of the stream records of expired items. */
public final class ExpiredRecords {

    /** Twice the retention of a stream. */
    private static final Duration KEPT = Duration.ofDays(2);

    private static final String EXPIRED = "expired";
    private static final String PENDING = "pending";
    private static final String KEYS = "keys";
    private static final String POSITIONS = "positions";

    private final JsonFile file;
    private final ObjectNode content;

    /**
     * A deletion that was interrupted by the end of the process.
     *
     * @param keys the keys of the items
     * @param positions the last record of each shard before the deletion
     */
    public record Pending(Set<JsonNode> keys, Map<String, String> positions) {}

    ExpiredRecords(JsonFile file) {
        this.file = file;
        this.content = file.read();
    }

    /** Returns whether the record with this number is a TTL deletion. */
    public synchronized boolean isExpiry(String sequenceNumber) {
        return content.path(EXPIRED).has(sequenceNumber);
    }

    /** Records a deletion before it happens. */
    public synchronized void begin(Pending removal) {
        ObjectNode pending = content.putObject(PENDING);
        ArrayNode keys = pending.putArray(KEYS);
        removal.keys().forEach(keys::add);
        ObjectNode positions = pending.putObject(POSITIONS);
        removal.positions().forEach(positions::put);
        file.write(content);
    }

    /** Records the stream records of completed deletions. */
    public synchronized void end(List<String> sequenceNumbers) {
        content.remove(PENDING);
        ObjectNode expired = content.withObjectProperty(EXPIRED);
        long now = Instant.now().getEpochSecond(); // the engine trims by the system clock too
        expired.properties().removeIf(note -> note.getValue().asLong() < now - KEPT.toSeconds());
        sequenceNumbers.forEach(number -> expired.put(number, now));
        file.write(content);
    }

    /** Returns the interrupted deletion, if any. */
    public synchronized Optional<Pending> pending() {
        JsonNode pending = content.path(PENDING);
        if (pending.isMissingNode()) {
            return Optional.empty();
        }
        Set<JsonNode> keys = new HashSet<>();
        pending.path(KEYS).forEach(keys::add);
        Map<String, String> positions = new HashMap<>();
        pending.path(POSITIONS)
                .propertyStream()
                .forEach(shard -> positions.put(shard.getKey(), shard.getValue().asText()));
        return Optional.of(new Pending(keys, positions));
    }
}
