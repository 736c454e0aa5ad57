package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.user;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows as the service writes them, for pools that would take long to fill one by one. */
final class SampleRows {

    private SampleRows() {}

    static List<Item> accounts(int count, AccountState state, Instant now) {
        List<Item> rows = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            ids.add(account(i).value());
            rows.add(AccountRows.toItem(
                    new Account(account(i), state, now, Optional.empty(), Optional.empty(), Cleanup.NONE)));
        }
        rows.add(list(PoolKey.ALL, ids));
        rows.add(list(PoolKey.of(state), ids));
        return rows;
    }

    static List<Lease> leases(int count, IntUnaryOperator minutes, Instant now) {
        List<Lease> leases = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            int lasts = minutes.applyAsInt(i);
            leases.add(new Lease(
                    new LeaseId("lease-" + i),
                    account(i),
                    user("u" + i),
                    now,
                    now.plus(Duration.ofMinutes(lasts)),
                    0,
                    new Terms(Optional.of(lasts), Optional.empty())));
        }
        return leases;
    }

    static List<Item> of(List<Lease> leases) {
        List<Item> rows = new ArrayList<>();
        for (Lease lease : leases) {
            rows.add(LeaseRows.toItem(lease));
            rows.add(new Item(Map.of(
                    "pk", AttributeValue.fromS(PoolKey.of(lease.account()).toString()),
                    "data", AttributeValue.fromS(AccountState.LEASED.word()),
                    "leaseId", AttributeValue.fromS(lease.id().value()))));
            rows.add(new Item(Map.of(
                    "pk", AttributeValue.fromS(PoolKey.of(lease.user()).toString()),
                    "data", LeaseRows.holding(lease))));
        }
        List<String> accounts =
                leases.stream().map(lease -> lease.account().value()).toList();
        rows.add(list(PoolKey.ALL, accounts));
        rows.add(list(PoolKey.of(AccountState.LEASED), accounts));
        rows.add(list(
                PoolKey.ACTIVE, leases.stream().map(lease -> lease.id().value()).toList()));
        return rows;
    }

    private static Item list(PoolKey list, List<String> ids) {
        return new Item(Map.of(
                "pk", AttributeValue.fromS(list.toString()),
                "data", AttributeValue.builder().ss(ids).build()));
    }
}
