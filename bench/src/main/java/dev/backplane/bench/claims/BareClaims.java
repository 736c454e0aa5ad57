package dev.backplane.bench.claims;

import dev.backplane.platform.Times;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;
import dev.backplane.pool.store.PoolKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The transactions that claim an account and end its lease, without reads, retries and metering. */
public final class BareClaims {

    private static final Map<String, String> NAMES = Map.of("#data", "data");

    private final DynamoDbClient client;
    private final String table;

    public BareClaims(DynamoDbClient client, String table) {
        this.client = client;
        this.table = table;
    }

    /** Leases an available account. */
    public LeaseId claim(UserId user, AccountId account) {
        LeaseId lease = new LeaseId(UUID.randomUUID().toString());
        Instant now = Instant.now();
        AttributeValue since = text(Times.format(now));
        AttributeValue expires = text(Times.format(now.plus(Duration.ofHours(8))));
        client.transactWriteItems(write -> write.transactItems(
                leaseAccount(account, lease, since),
                updateList("DELETE", PoolKey.of(AccountState.AVAILABLE), account.value()),
                updateList("ADD", PoolKey.of(AccountState.LEASED), account.value()),
                putLease(lease, account, user, since, expires),
                updateList("ADD", PoolKey.ACTIVE, lease.value()),
                putUser(user, lease, account, since)));
        return lease;
    }

    /** Ends an active lease. */
    public void end(LeaseId lease, UserId user, AccountId account) {
        AttributeValue now = text(Times.format(Instant.now()));
        client.transactWriteItems(write -> write.transactItems(
                markDirty(account, lease, now),
                updateList("DELETE", PoolKey.of(AccountState.LEASED), account.value()),
                updateList("ADD", PoolKey.of(AccountState.DIRTY), account.value()),
                deleteLease(lease),
                updateList("DELETE", PoolKey.ACTIVE, lease.value()),
                update(
                        PoolKey.of(user),
                        "REMOVE #data",
                        "#data.#lease = :lease",
                        Map.of("#data", "data", "#lease", "lease"),
                        Map.of(":lease", text(lease.value()))),
                putHistory(lease, user, account, now)));
    }

    private TransactWriteItem markDirty(AccountId account, LeaseId lease, AttributeValue since) {
        return update(
                PoolKey.of(account),
                "SET #data = :dirty, #since = :since REMOVE #leaseId",
                "#data = :leased AND #leaseId = :lease",
                Map.of("#data", "data", "#since", "since", "#leaseId", "leaseId"),
                Map.of(
                        ":dirty", text(AccountState.DIRTY.value()),
                        ":since", since,
                        ":lease", text(lease.value()),
                        ":leased", text(AccountState.LEASED.value())));
    }

    private TransactWriteItem deleteLease(LeaseId lease) {
        return TransactWriteItem.builder()
                .delete(delete -> delete.tableName(table)
                        .key(Map.of("pk", text(PoolKey.of(lease).toString())))
                        .conditionExpression("attribute_exists(pk)"))
                .build();
    }

    private TransactWriteItem putHistory(LeaseId lease, UserId user, AccountId account, AttributeValue now) {
        Map<String, AttributeValue> data = Map.of(
                "state", text("ended"), "account", text(account.value()), "user", text(user.value()), "expires", now);
        Map<String, AttributeValue> item = Map.of(
                "pk",
                text(PoolKey.historyOf(lease).toString()),
                "data",
                AttributeValue.fromM(data),
                "created",
                now,
                "ended",
                now,
                "reason",
                text("released"));
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table).item(item).conditionExpression("attribute_not_exists(pk)"))
                .build();
    }

    private TransactWriteItem leaseAccount(AccountId account, LeaseId lease, AttributeValue since) {
        return update(
                PoolKey.of(account),
                "SET #data = :leased, #since = :since, #leaseId = :lease",
                "#data = :available",
                Map.of("#data", "data", "#since", "since", "#leaseId", "leaseId"),
                Map.of(
                        ":leased", text(AccountState.LEASED.value()),
                        ":since", since,
                        ":lease", text(lease.value()),
                        ":available", text(AccountState.AVAILABLE.value())));
    }

    private TransactWriteItem putLease(
            LeaseId lease, AccountId account, UserId user, AttributeValue since, AttributeValue expires) {
        Map<String, AttributeValue> data = Map.of(
                "state", text("active"),
                "account", text(account.value()),
                "user", text(user.value()),
                "expires", expires);
        Map<String, AttributeValue> item =
                Map.of("pk", text(PoolKey.of(lease).toString()), "data", AttributeValue.fromM(data), "created", since);
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table).item(item).conditionExpression("attribute_not_exists(pk)"))
                .build();
    }

    private TransactWriteItem putUser(UserId user, LeaseId lease, AccountId account, AttributeValue since) {
        Map<String, AttributeValue> data = Map.of("lease", text(lease.value()), "account", text(account.value()));
        return update(
                PoolKey.of(user),
                "SET #data = :data, #registered = if_not_exists(#registered, :since)",
                "attribute_not_exists(#data)",
                Map.of("#data", "data", "#registered", "registered"),
                Map.of(":data", AttributeValue.fromM(data), ":since", since));
    }

    private TransactWriteItem update(
            PoolKey key,
            String expression,
            String condition,
            Map<String, String> names,
            Map<String, AttributeValue> values) {
        return TransactWriteItem.builder()
                .update(update -> update.tableName(table)
                        .key(Map.of("pk", text(key.toString())))
                        .updateExpression(expression)
                        .conditionExpression(condition)
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values))
                .build();
    }

    private TransactWriteItem updateList(String action, PoolKey list, String id) {
        return TransactWriteItem.builder()
                .update(update -> update.tableName(table)
                        .key(Map.of("pk", text(list.toString())))
                        .updateExpression(action + " #data :id")
                        .expressionAttributeNames(NAMES)
                        .expressionAttributeValues(Map.of(":id", AttributeValue.fromSs(List.of(id)))))
                .build();
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }
}
