package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.LAYER_VERSION;

import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerId;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Finds what can take the place of a latest version, at a cost that does not grow with the deleted ones.
 *
 * <p>Mostly it is the version just below. Where that is gone, the next ones are read by their keys, so that what has
 * just changed is seen. Below those, the index of the package has the live ones only, and tells which numbers are worth
 * a look; the rows themselves decide, because an index is a little behind.
 */
final class Predecessors {

    /** How many versions below the next one are read by their keys. */
    static final int NEAR = 10;

    /** How many pages of the index are read at most, each of 1 MB. */
    static final int MOST_PAGES = 4;

    /** How many rows that the index tells of are looked at. */
    private static final int MOST_ROWS = 5;

    private final Dynamo dynamo;
    private final String table;

    Predecessors(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /** What was found. */
    sealed interface Search {

        /** The highest version below that is neither deleted nor expired. */
        record Found(Layer layer) implements Search {}

        /** There is none. */
        record Nothing() implements Search {}

        /** The index tells of some, and all of them have just gone. */
        record Unsettled() implements Search {}
    }

    Search below(LayerKey key, Instant now) {
        Optional<Layer> next = promotable(key.id(), key.version() - 1, now);
        if (next.isPresent()) {
            return new Search.Found(next.get());
        }
        Optional<Layer> near = near(key, now);
        if (near.isPresent()) {
            return new Search.Found(near.get());
        }
        List<Long> candidates = candidates(key, now);
        if (candidates.isEmpty()) {
            return new Search.Nothing();
        }
        return candidates.stream()
                .limit(MOST_ROWS)
                .flatMap(version -> promotable(key.id(), version, now).stream())
                .findFirst()
                .<Search>map(Search.Found::new)
                .orElseGet(Search.Unsettled::new);
    }

    private Optional<Layer> near(LayerKey key, Instant now) {
        List<Map<String, AttributeValue>> keys = LongStream.range(lowestNear(key), key.version() - 1)
                .mapToObj(version -> new LayerKey(key.id(), version).attributes())
                .toList();
        return keys.isEmpty()
                ? Optional.empty()
                : dynamo.getAll(table, keys).stream()
                        .map(LayerRows::toLayer)
                        .filter(layer -> layer.isPromotable(now))
                        .max(Comparator.comparingLong(Layer::version));
    }

    private static long lowestNear(LayerKey key) {
        return Math.max(1, key.version() - 1 - NEAR);
    }

    private Optional<Layer> promotable(LayerId id, long version, Instant now) {
        return version < 1
                ? Optional.empty()
                : dynamo.get(get -> get.tableName(table)
                                .key(new LayerKey(id, version).attributes())
                                .consistentRead(true))
                        .map(LayerRows::toLayer)
                        .filter(layer -> layer.isPromotable(now));
    }

    /** Returns the numbers of live versions below those that were read by their keys, highest first. */
    private List<Long> candidates(LayerKey key, Instant now) {
        List<Long> versions = new ArrayList<>();
        if (lowestNear(key) == 1) {
            return versions;
        }
        Optional<Map<String, AttributeValue>> start = Optional.empty();
        int pages = 0;
        do {
            Rows rows = query(key, now, start);
            rows.items().forEach(row -> versions.add(row.number(LAYER_VERSION)));
            start = rows.last();
            pages++;
        } while (start.isPresent() && pages < MOST_PAGES);
        versions.sort(Comparator.reverseOrder());
        return versions;
    }

    // Of either status, because a version that was the latest a moment ago may still be so in the index.
    private Rows query(LayerKey key, Instant now, Optional<Map<String, AttributeValue>> start) {
        return dynamo.query(query -> query.tableName(table)
                .indexName(LayerStore.PACKAGE_GLOBAL)
                .keyConditionExpression("pckg = :package")
                .filterExpression("rgn = :region AND lyrVrsn < :next AND (attribute_not_exists(exDt) OR exDt > :now)")
                .expressionAttributeValues(Map.of(
                        ":package", Values.text(key.id().name().value()),
                        ":region", Values.text(key.id().region().value()),
                        ":next", Values.number(lowestNear(key)),
                        ":now", Values.number(now.getEpochSecond())))
                .exclusiveStartKey(start.orElse(null)));
    }
}
