package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.PACKAGE;
import static dev.backplane.layers.store.Attributes.REGION;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.less;

import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerId;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemQuery;
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
 * Finds the version that can replace the latest one, at a cost that does not grow with the number of deleted versions.
 *
 * <p>Usually it is the version just below. If that is deleted, the next ones are read by their keys, consistently.
 * Below those, the package's index, which contains only live versions, gives the candidates. Their rows decide, because
 * an index is eventually consistent. A damaged version is logged and left out.
 */
final class Predecessors {

    /** The number of versions that are read by their keys, after the one just below. */
    static final int NEAR = 10;

    /** The maximum number of index pages that are read, each of 1 MB. */
    static final int MAX_PAGES = 4;

    /** The maximum number of index candidates whose rows are read. */
    private static final int MAX_CANDIDATES = 5;

    private final Dynamo dynamo;
    private final String table;

    Predecessors(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /** The result of a search. */
    sealed interface Search {

        /** The highest version below that is neither deleted nor expired. */
        record Found(Layer layer) implements Search {}

        /** No version is left. */
        record Nothing() implements Search {}

        /** The index has candidates, but their rows have changed since. */
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
                .limit(MAX_CANDIDATES)
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
                        .flatMap(row -> row.read(LayerRows::toLayer).stream())
                        .filter(layer -> layer.isPromotable(now))
                        .max(Comparator.comparingLong(Layer::version));
    }

    private static long lowestNear(LayerKey key) {
        return Math.max(1, key.version() - 1 - NEAR);
    }

    private Optional<Layer> promotable(LayerId id, long version, Instant now) {
        return version < 1
                ? Optional.empty()
                : dynamo.get(table, new LayerKey(id, version).attributes())
                        .flatMap(row -> row.read(LayerRows::toLayer))
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
            rows.items()
                    .forEach(row ->
                            row.read(entry -> entry.number(LAYER_VERSION)).ifPresent(versions::add));
            start = rows.last();
            pages++;
        } while (start.isPresent() && pages < MAX_PAGES);
        versions.sort(Comparator.reverseOrder());
        return versions;
    }

    // With any status, because the index may still show a deprecated version as the latest.
    private Rows query(LayerKey key, Instant now, Optional<Map<String, AttributeValue>> start) {
        return dynamo.query(ItemQuery.of(
                        table, equal(PACKAGE, Values.text(key.id().name().value())))
                .index(LayerStore.PACKAGE_GLOBAL)
                .filter(all(
                        equal(REGION, Values.text(key.id().region().value())),
                        less(LAYER_VERSION, Values.number(lowestNear(key))),
                        LayerRows.liveAt(now)))
                .after(start));
    }
}
