package dev.backplane.pool.store;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.PoolCounts;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The pool's table, and what is asked of all of it. */
public final class PoolStore {

    public static final TableSpec TABLE = new TableSpec(
            "PoolTable",
            new TableSpec.Key(Attributes.PK, Optional.empty()),
            List.of(),
            Optional.of(Attributes.TTL),
            true,
            TableSpec.TableClass.STANDARD);

    private final Dynamo dynamo;
    private final String table;

    PoolStore(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /** Counts accounts and leases by their lists, in one read. */
    public PoolCounts count() {
        Map<String, Item> items =
                dynamo
                        .getAll(
                                table,
                                PoolKey.LISTS.stream().map(PoolKey::attributes).toList())
                        .stream()
                        .collect(Collectors.toMap(item -> item.text(Attributes.PK), Function.identity()));
        Map<AccountState, Integer> accounts = new EnumMap<>(AccountState.class);
        for (AccountState state : AccountState.values()) {
            accounts.put(state, ids(items, PoolKey.of(state)).size());
        }
        return new PoolCounts(
                ids(items, PoolKey.ALL).size(),
                accounts,
                ids(items, PoolKey.ACTIVE).size());
    }

    private static SortedSet<String> ids(Map<String, Item> items, PoolKey key) {
        return Lists.ids(key, Optional.ofNullable(items.get(key.toString())));
    }
}
