package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.notEqual;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.PoolCounts;
import dev.backplane.pool.PoolSettings;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The pool's table, and the counts of the whole pool. */
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
    private final Shards shards;
    private final PoolReader reader;

    PoolStore(Dynamo dynamo, PoolSettings settings) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.reader = new PoolReader(dynamo, settings);
        this.shards = reader.shards();
    }

    /** Counts accounts and leases by their lists. */
    public PoolCounts count() {
        Map<PoolKey, Item> items = reader.items(shards.all());
        Map<AccountState, Integer> accounts = new EnumMap<>(AccountState.class);
        for (AccountState state : AccountState.values()) {
            accounts.put(state, size(items, PoolKey.of(state)));
        }
        return new PoolCounts(
                size(items, PoolKey.ALL), accounts, size(items, PoolKey.HELD), size(items, PoolKey.ACTIVE));
    }

    private int size(Map<PoolKey, Item> items, PoolKey list) {
        return (int) shards.of(list).stream()
                .flatMap(shard -> PoolReader.idsIn(shard, Optional.ofNullable(items.get(shard))).stream())
                .distinct()
                .count();
    }

    /** Stores the number of available accounts if the list has several shards, for the functions that read the stream. */
    public void noteAvailable(int count) {
        if (shards.count() > 1) {
            AttributeValue now = Values.number(count);
            dynamo.update(
                    table,
                    PoolKey.of(AccountState.AVAILABLE).attributes(),
                    new ItemUpdate()
                            .set(Attributes.AVAILABLE_IN_ALL, now)
                            .onlyIf(notEqual(Attributes.AVAILABLE_IN_ALL, now)));
        }
    }
}
