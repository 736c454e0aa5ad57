package dev.backplane.pool.capacity;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.AccessSettings;
import dev.backplane.pool.Lease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.access.AccountCloud;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.NetworkWithBus;
import dev.backplane.testing.capacity.Functions;
import dev.backplane.testing.capacity.Measured;
import java.util.Map;

/** The functions of the service, and its stores to bring the table into a state. */
final class Fixture {

    /** The number of accounts whose lists are below 1 KB. */
    static final int ACCOUNTS = 50;

    final StoreFixture stores;
    final Functions functions;

    /** The functions that reach the accounts of the pool. */
    final Functions reaching;

    private final DynamoLocal local;

    Fixture(DynamoLocal local) {
        this(local, 1);
    }

    private Fixture(DynamoLocal local, int shards) {
        this(local, shards, false);
    }

    private Fixture(DynamoLocal local, int shards, boolean cleaning) {
        Map<String, String> common = Map.of(
                PoolSettings.POOL_LIST_SHARDS,
                Integer.toString(shards),
                PoolSettings.POOL_CLEANING,
                Boolean.toString(cleaning));
        this.local = local;
        this.stores = new StoreFixture(local, common);
        this.functions = new Functions(
                local,
                new NetworkWithBuilds(new NetworkWithBus(local.aws().http())),
                Map.of(
                        PoolSettings.POOL_TABLE,
                        local.table(PoolStore.TABLE),
                        PoolSettings.POOL_LIST_SHARDS,
                        Integer.toString(shards),
                        PoolSettings.POOL_CLEANING,
                        Boolean.toString(cleaning),
                        PoolSettings.CLEANUP_MACHINE,
                        "arn:aws:states:us-east-1:000000000000:stateMachine:account-cleanup",
                        PoolSettings.CLEANUP_PROJECT,
                        "account-cleaner",
                        EventPublisher.BUS_SETTING,
                        "bus"));
        this.reaching = new Functions(
                local,
                new AccountCloud(local),
                Map.of(
                        PoolSettings.POOL_TABLE,
                        local.table(PoolStore.TABLE),
                        AccessSettings.POOL_ACCESS_ROLE,
                        "access",
                        AccessSettings.POOL_EXTERNAL_ID,
                        "external",
                        AccessSettings.POOL_REVOCATION_ROLE,
                        "revocation"));
    }

    /** Returns the same in a stage that cleans accounts itself. */
    Fixture cleaning() {
        return new Fixture(local, 1, true);
    }

    /** Returns the same with another number of shards. */
    Fixture withShards(int count) {
        return new Fixture(local, count);
    }

    Measured send(Class<? extends RequestStreamHandler> type, HttpCall call, int status) {
        return functions.send(type, call, status);
    }

    static HttpCall withId(Operation operation, String id) {
        return HttpCall.of(operation).path("id", id);
    }

    /** Fills the pool, and leases one account. */
    Lease lease(String user) {
        stores.fill(ACCOUNTS);
        return stores.lease(user);
    }
}
