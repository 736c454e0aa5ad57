package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.PK;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items that hold sets of ids; one that is absent, or has no data, is empty. */
final class Lists {

    private static final int MOST_KEYS = 100;

    private final Dynamo dynamo;
    private final String table;
    private final Shards shards;

    Lists(Dynamo dynamo, String table, Shards shards) {
        this.dynamo = dynamo;
        this.table = table;
        this.shards = shards;
    }

    /** Returns the ids that any shard of a list names, sorted. */
    NavigableSet<String> ids(PoolKey list) {
        NavigableSet<String> ids = new TreeSet<>();
        byShard(list).values().forEach(ids::addAll);
        return ids;
    }

    /** Returns the ids that each shard of a list names. */
    Map<PoolKey, NavigableSet<String>> byShard(PoolKey list) {
        List<PoolKey> keys = shards.of(list);
        Map<PoolKey, Item> items = keys.size() == 1 ? one(list) : items(keys);
        Map<PoolKey, NavigableSet<String>> ids = new LinkedHashMap<>();
        keys.forEach(key -> ids.put(key, ids(key, Optional.ofNullable(items.get(key)))));
        return ids;
    }

    private Map<PoolKey, Item> one(PoolKey list) {
        return new Reads(dynamo, table)
                .item(list)
                .map(item -> Map.of(list, item))
                .orElse(Map.of());
    }

    /** Reads items one after the other, consistently. */
    Map<PoolKey, Item> items(Collection<PoolKey> keys) {
        Map<PoolKey, Item> found = new HashMap<>();
        List<PoolKey> all = new ArrayList<>(keys);
        for (int from = 0; from < all.size(); from += MOST_KEYS) {
            List<PoolKey> some = all.subList(from, Math.min(from + MOST_KEYS, all.size()));
            dynamo.getAll(table, some.stream().map(PoolKey::attributes).toList())
                    .forEach(item -> PoolKey.find(item.text(PK)).ifPresent(key -> found.put(key, item)));
        }
        return found;
    }

    /** Returns the ids of one item, sorted. */
    static NavigableSet<String> ids(PoolKey key, Optional<Item> item) {
        AttributeValue data = item.map(found -> found.attributes().get(DATA)).orElse(null);
        if (data == null) {
            return new TreeSet<>();
        }
        if (!data.hasSs()) {
            throw new IllegalStateException(
                    key + " holds " + data.type() + " and not a string set; verify with repair turns a list into one");
        }
        return new TreeSet<>(data.ss());
    }
}
