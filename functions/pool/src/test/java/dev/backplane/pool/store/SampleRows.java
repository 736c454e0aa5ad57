package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.user;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountMarks;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows as the service writes them, for pools that would take long to fill one by one. */
final class SampleRows {

    private SampleRows() {}

    static List<Item> accounts(int count, AccountState state, Instant now, Shards shards) {
        return accounts(count, state, now, i -> shards.of(account(i)));
    }

    private static List<Item> accounts(int count, AccountState state, Instant now, IntUnaryOperator shardOf) {
        List<Item> rows = new ArrayList<>();
        Map<PoolKey, List<String>> lists = new HashMap<>();
        for (int i = 1; i <= count; i++) {
            AccountId id = account(i);
            int shard = shardOf.applyAsInt(i);
            rows.add(AccountRows.toItem(
                    new Account(
                            id, state, now, Optional.empty(), Optional.empty(), Cleanup.NONE, shard, AccountMarks.NONE),
                    StoreFixture.BY));
            add(lists, PoolKey.ALL, id.value());
            add(lists, PoolKey.of(state).shard(shard), id.value());
        }
        lists.forEach((key, ids) -> rows.add(list(key, ids)));
        return rows;
    }

    private static void add(Map<PoolKey, List<String>> lists, PoolKey list, String id) {
        lists.computeIfAbsent(list, _ -> new ArrayList<>()).add(id);
    }

    static List<Lease> leases(int count, IntUnaryOperator minutes, Instant now, Shards shards) {
        return leases(count, minutes, now, i -> shards.of(account(i)));
    }

    private static List<Lease> leases(int count, IntUnaryOperator minutes, Instant now, IntUnaryOperator shardOf) {
        List<Lease> leases = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            int lasts = minutes.applyAsInt(i);
            leases.add(new Lease(
                    new LeaseId(String.format("00000000-0000-4000-8000-%012d", i)),
                    account(i),
                    user("u" + i),
                    now,
                    now.plus(Duration.ofMinutes(lasts)),
                    0,
                    Terms.of(Optional.of(lasts), Optional.empty()),
                    shardOf.applyAsInt(i),
                    Lease.Actors.creator(StoreFixture.BY),
                    LeaseLimits.DEFAULT,
                    LeaseUsage.NONE));
        }
        return leases;
    }

    static List<Item> of(List<Lease> leases) {
        List<Item> rows = new ArrayList<>();
        Map<PoolKey, List<String>> lists = new HashMap<>();
        for (Lease lease : leases) {
            rows.add(LeaseRows.toItem(lease));
            Item.Builder account = Item.builder()
                    .text("pk", PoolKey.of(lease.account()).toString())
                    .text("data", AccountState.LEASED.value())
                    .text("leaseId", lease.id().value());
            if (lease.shard() > 0) {
                account.number("shard", lease.shard());
            }
            rows.add(account.build());
            rows.add(new Item(Map.of(
                    "pk", AttributeValue.fromS(PoolKey.of(lease.user()).toString()),
                    "data", LeaseRows.holding(lease))));
            add(lists, PoolKey.ALL, lease.account().value());
            add(
                    lists,
                    PoolKey.of(AccountState.LEASED).shard(lease.shard()),
                    lease.account().value());
            add(lists, PoolKey.ACTIVE.shard(lease.shard()), lease.id().value());
        }
        lists.forEach((key, ids) -> rows.add(list(key, ids)));
        return rows;
    }

    /**
     * Returns a pool whose shards are all of the same size, so that each claim costs the same. Leased accounts are only in
     * the lists: a claim reads nothing else of them.
     */
    static List<Item> halfLeased(int count, Instant now, Shards shards) {
        IntUnaryOperator shardOf = i -> i % shards.count();
        Map<String, Item> rows = new LinkedHashMap<>();
        of(leases(count / 2, _ -> 60, now, shardOf)).stream()
                .filter(SampleRows::isList)
                .forEach(row -> rows.put(row.text("pk"), row));
        // The list of all accounts is the second one, of all of them; no other list is in both halves.
        accounts(count, AccountState.AVAILABLE, now, shardOf).stream()
                .filter(row -> !isLeased(row, count / 2))
                .map(row -> withoutLeased(row, count / 2))
                .forEach(row -> rows.put(row.text("pk"), row));
        return List.copyOf(rows.values());
    }

    private static boolean isList(Item row) {
        return row.attributes()
                .getOrDefault("data", AttributeValue.fromNul(true))
                .hasSs();
    }

    private static boolean isLeased(Item row, int last) {
        String key = row.text("pk");
        return key.startsWith("account_id#")
                && key.compareTo(PoolKey.of(account(last)).toString()) <= 0;
    }

    private static Item withoutLeased(Item row, int last) {
        if (!row.text("pk").startsWith(PoolKey.of(AccountState.AVAILABLE).toString())) {
            return row;
        }
        List<String> ids = row.attributes().getOrDefault("data", AttributeValue.fromSs(List.of())).ss().stream()
                .filter(id -> id.compareTo(account(last).value()) > 0)
                .toList();
        return list(PoolKey.find(row.text("pk")).orElseThrow(), ids);
    }

    private static Item list(PoolKey list, List<String> ids) {
        return new Item(Map.of(
                "pk", AttributeValue.fromS(list.toString()),
                "data", AttributeValue.builder().ss(ids).build()));
    }
}
