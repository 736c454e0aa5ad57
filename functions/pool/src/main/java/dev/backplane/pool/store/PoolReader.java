package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.PK;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Consistent reads of items and of lists, which are string sets of ids spread over shards. */
final class PoolReader {

    private static final int KEYS_PER_CALL = 100;

    private final Dynamo dynamo;
    private final String table;
    private final Shards shards;

    PoolReader(Dynamo dynamo, PoolSettings settings) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.shards = new Shards(settings.listShards());
    }

    Shards shards() {
        return shards;
    }

    Optional<Item> item(PoolKey key) {
        return key.isPossible() ? dynamo.get(table, key.attributes()) : Optional.empty();
    }

    Optional<Account> account(AccountId id) {
        return item(PoolKey.of(id)).map(item -> AccountRows.toAccount(id, item));
    }

    /** Returns a lease that was not ended, even if it has expired. */
    Optional<Lease> lease(LeaseId id) {
        return item(PoolKey.of(id)).map(item -> LeaseRows.toLease(id, item));
    }

    Optional<EndedLease> ended(LeaseId id) {
        return item(PoolKey.historyOf(id)).map(item -> LeaseRows.toEnded(id, item));
    }

    /** Reads items, not in one transaction. */
    Map<PoolKey, Item> items(Collection<PoolKey> keys) {
        Map<PoolKey, Item> found = new HashMap<>();
        List<PoolKey> all = keys.stream().filter(PoolKey::isPossible).toList();
        for (int from = 0; from < all.size(); from += KEYS_PER_CALL) {
            List<PoolKey> some = all.subList(from, Math.min(from + KEYS_PER_CALL, all.size()));
            dynamo.getAll(table, some.stream().map(PoolKey::attributes).toList())
                    .forEach(item -> PoolKey.find(item.text(PK)).ifPresent(key -> found.put(key, item)));
        }
        return found;
    }

    /** Returns the ids in all shards of a list, sorted. */
    NavigableSet<String> ids(PoolKey list) {
        NavigableSet<String> ids = new TreeSet<>();
        list(list).forEach((shard, item) -> ids.addAll(idsIn(shard, Optional.of(item))));
        return ids;
    }

    /** Returns the shards of a list that exist. */
    Map<PoolKey, Item> list(PoolKey list) {
        List<PoolKey> keys = shards.of(list);
        return keys.size() == 1 ? item(list).map(item -> Map.of(list, item)).orElse(Map.of()) : items(keys);
    }

    /** Returns the ids in the item of a list, sorted; an item that is absent or has no data is an empty list. */
    static NavigableSet<String> idsIn(PoolKey key, Optional<Item> item) {
        AttributeValue data = item.map(found -> found.attributes().get(DATA)).orElse(null);
        if (data == null) {
            return new TreeSet<>();
        }
        if (!data.hasSs()) {
            throw new IllegalStateException(key + " contains " + data.type()
                    + " and not a string set; POST /pool/verify with repair turns a list into a set");
        }
        return new TreeSet<>(data.ss());
    }
}
