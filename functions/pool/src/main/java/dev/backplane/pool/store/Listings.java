package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.AccountState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lists that contain each account and lease, at the time they were read.
 *
 * @param lists the lists that there are: those of the states, of the leases, and of the labels that are in use
 * @param leases the ids of the leases in any list
 * @param accounts the ids of the accounts in any list
 * @param naming the lists that contain an account or a lease
 */
record Listings(
        Shards shards,
        List<PoolKey> lists,
        NavigableSet<String> leases,
        NavigableSet<String> accounts,
        Map<PoolKey, Set<PoolKey>> naming) {

    static Listings of(Shards shards, Map<PoolKey, Item> items) {
        List<PoolKey> lists = new ArrayList<>(shards.all());
        lists.add(PoolKey.LABELS);
        labelLists(items.get(PoolKey.LABELS)).forEach(lists::add);
        Listings listings = new Listings(shards, lists, new TreeSet<>(), new TreeSet<>(), new HashMap<>());
        for (PoolKey list : lists) {
            Item item = items.get(list);
            if (item != null && !list.equals(PoolKey.LABELS)) {
                ReadItems.idsIn(item.attributes().get(DATA)).forEach(id -> listings.add(list, id));
            }
        }
        return listings;
    }

    /** Returns the lists of the labels that are in use. */
    static Stream<PoolKey> labelLists(@Nullable Item labels) {
        return labels == null
                ? Stream.empty()
                : ReadItems.idsIn(labels.attributes().get(DATA)).stream()
                        .map(PoolKey::ofLabel)
                        .filter(PoolKey::isPossible);
    }

    private void add(PoolKey list, String id) {
        boolean lease = list.kind() == PoolKey.Kind.LEASE_STATUS;
        (lease ? leases : accounts).add(id);
        PoolKey named = new PoolKey(lease ? PoolKey.Kind.LEASE : PoolKey.Kind.ACCOUNT, id);
        naming.computeIfAbsent(named, _ -> new LinkedHashSet<>()).add(list);
    }

    boolean name(PoolKey key) {
        return naming.containsKey(key);
    }

    /**
     * Returns the lists that may contain an account or a lease: the lists that contained it, and the lists of its
     * shard.
     */
    Set<PoolKey> of(PoolKey key, int shard) {
        Set<PoolKey> lists = new LinkedHashSet<>();
        if (key.kind() == PoolKey.Kind.LEASE) {
            lists.add(PoolKey.ACTIVE.shard(shard));
        } else {
            lists.add(PoolKey.ALL);
            lists.add(PoolKey.HELD);
            for (AccountState state : AccountState.values()) {
                lists.add(PoolKey.of(state).shard(shard));
            }
        }
        lists.addAll(naming.getOrDefault(key, Set.of()));
        return lists;
    }
}
