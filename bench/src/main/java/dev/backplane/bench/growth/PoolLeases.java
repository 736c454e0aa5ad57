package dev.backplane.bench.growth;

import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.LeaseStore;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.Stores;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Leases of a pool, in force. */
final class PoolLeases implements Subject {

    @Override
    public TableSpec table() {
        return PoolStore.TABLE;
    }

    @Override
    public Map<String, AttributeValue> item(int number) {
        return Map.of(
                "pk",
                Values.text(PoolKey.of(id(number)).toString()),
                "data",
                AttributeValue.fromM(Map.of(
                        "state", Values.text("active"),
                        "account", Values.text(String.format("%012d", number)),
                        "user", Values.text("user-" + number),
                        "expires", Values.text("2099-01-05T08:00:00.000Z"))),
                "created",
                Values.text("2026-01-05T00:00:00.000Z"));
    }

    @Override
    public List<Lookup> lookups(Shop shop, String table, int size) {
        LeaseStore leases = new Stores(shop.platform(Map.of(PoolSettings.POOL_TABLE, table))).leases();
        DynamoDbClient client = shop.client();
        return List.of(new Lookup(
                "lease of an id",
                number -> Check.there(leases.getLease(id(number))),
                number -> client.getItem(get -> get.tableName(table)
                        .key(Map.of("pk", Values.text(PoolKey.of(id(number)).toString())))
                        .consistentRead(true))));
    }

    private static LeaseId id(int number) {
        return new LeaseId(new UUID(0x4000, number).toString());
    }
}
