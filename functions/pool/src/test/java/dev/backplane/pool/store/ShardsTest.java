package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Finding;
import dev.backplane.pool.Finding.Kind;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.PoolCounts;
import dev.backplane.pool.RemoveOutcome;
import dev.backplane.pool.Verification;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ShardsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final int SHARDS = 8;

    private StoreFixture plain;
    private StoreFixture stores;

    @BeforeEach
    void open() {
        plain = new StoreFixture(DYNAMO);
        stores = plain.withShards(SHARDS);
    }

    private static void end(StoreFixture stores, Lease lease) {
        stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);
    }

    private static long listItems(StoreFixture stores) {
        return stores.rows().stream()
                .filter(row ->
                        row.text("pk").contains("_status#") && row.attributes().containsKey("data"))
                .count();
    }

    @Test
    void shards_spreadAccountsWhoseNumbersFollowEachOther() {
        Shards shards = new Shards(16);

        Map<Integer, Long> sizes = StoreFixture.upTo(1000)
                .mapToObj(i -> shards.of(account(i)))
                .collect(Collectors.groupingBy(shard -> shard, Collectors.counting()));

        assertThat(sizes).hasSize(16);
        assertThat(sizes.values()).allMatch(size -> size > 35 && size < 95);
    }

    @Test
    void oneShard_writesItemsAsTheTableDesignHasThem() {
        plain.fill(3);
        end(plain, plain.lease("a"));
        plain.lease("b");

        assertThat(plain.rows())
                .noneMatch(row -> row.attributes().containsKey("shard"))
                .noneMatch(row -> row.text("pk").matches(".*_status#.*#.*"));
    }

    @Test
    void pool_withShards_countsListsAndSweepsAllOfThem() {
        stores.fill(40);
        List<Lease> leases = StoreFixture.upTo(20)
                .mapToObj(i -> stores.lease("u" + i, i <= 10 ? 5 : 60))
                .toList();
        // No shard has 20 accounts, so the leases are in several; which ones is random.
        assertThat(leases.stream().map(Lease::shard).distinct()).hasSizeGreaterThan(1);
        assertThat(listItems(stores)).isGreaterThan(8);

        PoolCounts counts = stores.pool.count();
        assertThat(counts.all()).isEqualTo(40);
        assertThat(counts.accounts()).containsEntry(AccountState.LEASED, 20).containsEntry(AccountState.AVAILABLE, 20);
        assertThat(counts.activeLeases()).isEqualTo(20);
        assertThat(stores.leases.listActiveLeases(100, Optional.empty()).items())
                .containsExactlyInAnyOrderElementsOf(leases);
        assertThat(stores.accounts.listAccounts(AccountList.AVAILABLE))
                .hasSize(20)
                .isSorted();
        stores.clock.advance(Duration.ofMinutes(5));
        assertThat(stores.sweeper.sweep(StoreFixture.BY).ended()).isEqualTo(10);
        assertThat(stores.verify(false).findings()).isEmpty();
        stores.checkInvariants();
    }

    @Test
    void claims_findTheLastAccountOfAnyShard_andThenNone() {
        stores.fill(12);

        StoreFixture.upTo(12).forEach(i -> stores.lease("u" + i));

        assertThat(stores.claims.createLease(claim("late"))).isInstanceOf(ClaimOutcome.NoAccount.class);
        stores.checkInvariants();
    }

    @Test
    void poolThatGetsShards_worksAtOnce_andItsAccountsMoveWithTheirNextChange() {
        plain.fill(30);
        Lease before = plain.lease("before");
        AccountId free = before.account().equals(account(3)) ? account(4) : account(3);
        Terms third = Terms.of(Optional.empty(), Optional.of(free));

        assertThat(stores.leases.getLease(before.id())).contains(new LeaseRecord.Active(before));
        assertThat(stores.claims.createLease(new Claim(user("x"), third, Optional.empty(), StoreFixture.BY)))
                .isInstanceOf(ClaimOutcome.Leased.class);
        stores.checkInvariants();
        Threads.race(16, thread -> {
                    Lease lease = Threads.untilServed(() -> stores.lease("u" + thread));
                    Threads.untilServed(() -> stores.leases.endLease(
                            lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE));
                    return Threads.untilServed(() ->
                            stores.accounts.markAccount(lease.account(), AccountState.AVAILABLE, StoreFixture.CAUSE));
                })
                .allResults();
        end(stores, before);
        stores.checkInvariants();
        assertThat(stores.verify(true).findings()).isEmpty();
        assertThat(listItems(stores)).isGreaterThan(8);
        for (int i = 1; i <= 30; i++) {
            boolean removed =
                    stores.accounts.removeAccount(account(i), StoreFixture.CAUSE) instanceof RemoveOutcome.Removed;
            assertThat(removed).isEqualTo(!account(i).equals(free));
        }
        stores.checkInvariants();
    }

    @Test
    void poolThatGetsFewerShards_isMendedByARepair() {
        stores.fill(30);
        List<Lease> leases =
                StoreFixture.upTo(10).mapToObj(i -> stores.lease("u" + i)).toList();
        StoreFixture fewer = plain.withShards(2);
        // Who holds a lease is not affected: it can be read, and be ended.
        leases.forEach(lease -> assertThat(fewer.leases.getLease(lease.id())).isPresent());
        end(fewer, leases.getFirst());

        Verification repair = fewer.verify(true);

        assertThat(repair.findings()).isNotEmpty();
        assertThat(fewer.verify(false).findings()).isEmpty();
        assertThat(fewer.pool.count().accounts()).containsEntry(AccountState.LEASED, 9);
        fewer.checkInvariants();
        assertThat(fewer.leases.listActiveLeases(100, Optional.empty()).items()).hasSize(9);
        StoreFixture one = plain.withShards(1);
        one.verify(true);
        assertThat(one.verify(false).findings()).isEmpty();
        assertThat(one.rows())
                .filteredOn(row -> !row.text("pk").startsWith("lease_history#"))
                .noneMatch(row -> row.attributes().containsKey("shard"));
        one.checkInvariants();
    }

    @Test
    void idsInTheWrongShard_areFoundAndMended() {
        stores.fill(10);
        Lease lease = stores.lease("a");
        int other = (new Shards(SHARDS).of(account(1)) + 1) % SHARDS;
        stores.drift(PoolKey.of(AccountState.AVAILABLE).shard(other), account(1).value(), true);
        stores.drift(PoolKey.of(AccountState.DIRTY).shard(other), "000000009999", true);
        stores.drift(PoolKey.ACTIVE.shard(lease.shard()), lease.id().value(), false);
        stores.drift(
                PoolKey.ACTIVE.shard((lease.shard() + 3) % SHARDS), lease.id().value(), true);

        List<Finding> found = stores.verify(true).findings();

        assertThat(found).extracting(Finding::kind).contains(Kind.ACCOUNT_WITHOUT_ITEM, Kind.LEASE_LISTS);
        assertThat(stores.verify(false).findings()).isEmpty();
        stores.checkInvariants();
    }

    @Test
    void listsThatAreLost_areMadeAnewInTheirShards() {
        stores.fill(100);
        StoreFixture.upTo(30).forEach(i -> stores.lease("u" + i));
        stores.loseLists();

        stores.verifyStepByStep(true);

        assertThat(stores.verify(false).findings()).isEmpty();
        stores.checkInvariants();
    }
}
