package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.dynamodb.StreamSource.Page;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A reader of the new records of a stream that finds deletions. */
public final class StreamTail {

    private final StreamSource source;
    private final Map<String, String> positions = new HashMap<>();

    /** A deleted item. */
    public record Removal(JsonNode keys, String sequenceNumber) {}

    StreamTail(StreamSource source) {
        this.source = source;
    }

    /** Returns a tail that starts at the oldest record. */
    public static StreamTail of(Engine streams, Tables tables, String streamArn, ExpiryLedger ledger) {
        return new StreamTail(new EngineStream(
                streams, tables.engineStream(streamArn).orElseThrow(), streamArn, ledger, Clock.systemUTC()));
    }

    /** Returns the last record read in each shard. */
    public Map<String, String> positions() {
        return Map.copyOf(positions);
    }

    /** Continues from stored positions. */
    public void moveTo(Map<String, String> other) {
        positions.clear();
        positions.putAll(other);
    }

    /** Reads to the end and returns the deletions since the last call. */
    public List<Removal> removals() {
        List<Removal> removals = new ArrayList<>();
        for (StreamShard shard : source.shards()) {
            readToEnd(shard.id()).stream()
                    .filter(change -> change.json().path("eventName").asText().equals("REMOVE"))
                    .map(change -> new Removal(change.json().at("/dynamodb/Keys"), change.sequenceNumber()))
                    .forEach(removals::add);
        }
        return removals;
    }

    private List<TableChange> readToEnd(String shard) {
        List<TableChange> records = new ArrayList<>();
        Optional<String> iterator = Optional.of(iterator(shard));
        while (iterator.isPresent()) {
            try {
                Page page = source.read(iterator.get());
                records.addAll(page.records());
                if (!page.records().isEmpty()) {
                    positions.put(shard, page.records().getLast().sequenceNumber());
                }
                // An open shard ends with an empty page that has a next iterator.
                iterator = page.records().isEmpty() ? Optional.empty() : page.next();
            } catch (StaleIteratorException stale) {
                iterator = Optional.of(iterator(shard));
            }
        }
        return records;
    }

    private String iterator(String shard) {
        return source.iterator(shard, Optional.ofNullable(positions.get(shard)));
    }
}
