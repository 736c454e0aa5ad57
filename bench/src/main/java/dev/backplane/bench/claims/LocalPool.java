package dev.backplane.bench.claims;

import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.settings.Settings;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.StateOutcome;
import dev.backplane.pool.UserId;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.ClaimStore;
import dev.backplane.pool.store.LeaseStore;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.Stores;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A pool of available accounts on an engine of its own, with the stores of the service. */
final class LocalPool implements AutoCloseable {

    private static final Actor BENCH = Actor.system("Bench");

    private static final String TABLE = PoolStore.TABLE.name();
    private static final String KEY = PoolStore.TABLE.key().partition();

    private final DynamoDbEngine engine = DynamoDbEngine.inMemory();
    private final EngineHttpClient http = new EngineHttpClient();
    private final List<AccountId> ids;
    private final DynamoDbClient client;
    private final LeaseStore leases;
    private final Stores stores;
    private final Map<Integer, ClaimStore> claimsOf = new ConcurrentHashMap<>();
    private final AccountStore accounts;

    LocalPool(int size) {
        ids = IntStream.rangeClosed(1, size)
                .mapToObj(number -> new AccountId(String.format("%012d", number)))
                .toList();
        AwsConnection aws = new AwsConnection(
                http,
                StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench")),
                Region.US_EAST_1,
                Optional.of(engine.endpoint()));
        client = aws.client(DynamoDbClient.builder());
        stores = new Stores(new Platform(
                Settings.of(Map.of(PoolSettings.POOL_TABLE, TABLE)), aws, Clock.systemUTC(), Ids.random(), _ -> {}));
        leases = stores.leases();
        accounts = stores.accounts();
        createTable();
        fill();
    }

    // Without a stream: the engine keeps all stream records, and each write gets slower with their number.
    private void createTable() {
        client.createTable(table -> table.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(KeySchemaElement.builder()
                        .attributeName(KEY)
                        .keyType(KeyType.HASH)
                        .build())
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName(KEY)
                        .attributeType(ScalarAttributeType.S)
                        .build()));
    }

    private void fill() {
        AttributeValue available = AttributeValue.fromS(AccountState.AVAILABLE.value());
        ids.forEach(id -> put(PoolKey.of(id), available));
        AttributeValue all =
                AttributeValue.fromSs(ids.stream().map(AccountId::value).toList());
        put(PoolKey.ALL, all);
        put(PoolKey.of(AccountState.AVAILABLE), all);
    }

    private void put(PoolKey key, AttributeValue data) {
        client.putItem(
                put -> put.tableName(TABLE).item(Map.of(KEY, AttributeValue.fromS(key.toString()), "data", data)));
    }

    /** Returns the accounts, all of which are available between rounds. */
    List<AccountId> ids() {
        return ids;
    }

    BareClaims bare() {
        return new BareClaims(client, TABLE);
    }

    /**
     * Leases an account with the store of a caller: a function on Lambda serves one request at a time, so concurrent
     * claims share nothing. Empty if the claim gave up.
     */
    Optional<LeaseId> claim(int caller, UserId user) {
        Terms terms = Terms.of(Optional.empty(), Optional.empty());
        ClaimStore claims = claimsOf.computeIfAbsent(caller, _ -> stores.claims());
        try {
            return switch (claims.createLease(new Claim(user, terms, Optional.empty(), BENCH))) {
                case ClaimOutcome.Leased(Lease lease) -> Optional.of(lease.id());
                case ClaimOutcome other -> throw new IllegalStateException("expected a lease, but got " + other);
            };
        } catch (Unavailable e) {
            return Optional.empty();
        }
    }

    /** Ends a lease and makes its account available again. */
    void end(LeaseId id) {
        EndOutcome outcome = leases.endLease(id, EndReason.RELEASED, Optional.empty(), Cause.of(BENCH));
        if (!(outcome instanceof EndOutcome.Ended ended && ended.now())) {
            throw new IllegalStateException("expected the lease to end, but got " + outcome);
        }
        AccountId account = ended.ended().lease().account();
        StateOutcome state = accounts.markAccount(account, AccountState.AVAILABLE, Cause.of(BENCH));
        if (!(state instanceof StateOutcome.InState)) {
            throw new IllegalStateException(account + " stayed away: " + state);
        }
    }

    @Override
    public void close() {
        client.close();
        http.close();
        engine.close();
    }
}
