package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.SweepReport;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SweeperTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @Test
    void sweep_of250LeasesWith130DueAndOneOfThemBroken_ends129AndReportsOne() {
        List<Lease> leases = stores.fillLeased(250, i -> i <= 130 ? 10 : 60);
        Lease broken = leases.get(64);
        stores.drift(PoolKey.of(AccountState.LEASED), broken.account().value(), false);
        stores.delete(PoolKey.of(broken.account()));
        Instant longest = leases.getLast().expires();
        stores.clock.advance(Duration.ofMinutes(10));

        // Users of due leases try to save them while they are swept.
        List<SweepReport> reports = new ArrayList<>(Threads.race(
                        9,
                        thread -> thread == 0
                                ? Optional.of(stores.sweeper.sweep(StoreFixture.BY))
                                : this.<SweepReport>extendAll(leases.subList(thread * 10, thread * 10 + 10)))
                .allResults()
                .stream()
                .flatMap(Optional::stream)
                .toList());

        SweepReport report = reports.getFirst();
        assertThat(report.active()).isEqualTo(250);
        assertThat(report.due()).isEqualTo(130);
        assertThat(report.ended()).isEqualTo(129);
        assertThat(report.failures())
                .extracting(SweepReport.Failure::id)
                .containsExactly(broken.id().value());
        assertThat(report.left()).isZero();
        assertThat(stores.ids(PoolKey.ACTIVE)).hasSize(121).contains(broken.id().value());
        assertThat(leases.stream().limit(130).filter(lease -> !lease.equals(broken)))
                .allMatch(lease -> stores.leases.getLease(lease.id()).orElseThrow() instanceof LeaseRecord.Ended);
        assertThat(stores.leases
                        .getLease(leases.getLast().id())
                        .orElseThrow()
                        .lease()
                        .expires())
                .isEqualTo(longest);
    }

    private <T> Optional<T> extendAll(List<Lease> leases) {
        leases.forEach(lease -> untilServed(() ->
                stores.leases.extendLease(lease.id(), Duration.ofMinutes(30), Optional.empty(), StoreFixture.BY)));
        return Optional.empty();
    }

    @Test
    void sweep_endsALeaseInTheMomentItIsDue_andNotASecondBefore() {
        stores.fill(1);
        stores.lease("a", 5);
        stores.clock.advance(Duration.ofMinutes(5).minusSeconds(1));
        assertThat(stores.sweeper.sweep(StoreFixture.BY).ended()).isZero();

        stores.clock.advance(Duration.ofSeconds(1));

        assertThat(stores.sweeper.sweep(StoreFixture.BY).ended()).isEqualTo(1);
        stores.checkInvariants();
    }

    @Test
    void sweep_ofAnEmptyPool_doesNothing() {
        assertThat(stores.sweeper.sweep(StoreFixture.BY))
                .isEqualTo(new SweepReport(0, 0, 0, 0, List.of(), List.of(), 0));
        assertThat(stores.rows()).isEmpty();
    }

    @Test
    void sweep_reportsAListedLeaseThatHasNoItem_andEndsTheOthers() {
        stores.fill(2);
        stores.lease("a", 5);
        stores.drift(PoolKey.ACTIVE, "gone", true);
        stores.clock.advance(Duration.ofMinutes(5));

        SweepReport report = stores.sweeper.sweep(StoreFixture.BY);

        assertThat(report.ended()).isEqualTo(1);
        assertThat(report.lost()).containsExactly(new LeaseId("gone"));
        assertThat(stores.verify(true).repaired()).isEqualTo(1);
        stores.checkInvariants();
    }

    @Test
    void sweep_ofManyListedLeasesWithoutItems_readsTheListOnceForEachHundredOfThem() {
        stores.fill(1);
        StoreFixture.upTo(250).forEach(i -> stores.drift(PoolKey.ACTIVE, "gone-" + i, true));

        SweepReport report = stores.sweeper.sweep(StoreFixture.BY);

        assertThat(report.lost()).hasSize(250);
        assertThat(stores.faults.operations())
                .filteredOn("TransactGetItems"::equals)
                .hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void sweep_withoutTimeLeft_looksForNoLostLeases() {
        stores.drift(PoolKey.ACTIVE, "gone", true);

        assertThat(stores.sweeperWithoutTime().sweep(StoreFixture.BY).lost()).isEmpty();
        assertThat(stores.faults.operations()).doesNotContain("TransactGetItems");
    }

    @Test
    void sweep_whichCannotReadSomeLeases_endsTheOthers_andTakesNoneForLost() {
        stores.fillLeased(250, _ -> 10);
        stores.clock.advance(Duration.ofMinutes(10));
        stores.faults.rejectNext("BatchGetItem");

        SweepReport report = stores.sweeper.sweep(StoreFixture.BY);

        assertThat(report.ended()).isEqualTo(150);
        assertThat(report.failures()).hasSize(100);
        assertThat(report.lost()).isEmpty();
        assertThat(stores.sweeper.sweep(StoreFixture.BY).ended()).isEqualTo(100);
    }

    @Test
    void sweep_reportsALeaseThatCannotBeRead_andEndsTheOthers() {
        stores.fill(2);
        stores.lease("a", 5);
        stores.drift(PoolKey.ACTIVE, "odd", true);
        stores.put(PoolKey.of(new LeaseId("odd")), Map.of());
        stores.clock.advance(Duration.ofMinutes(5));

        SweepReport report = stores.sweeper.sweep(StoreFixture.BY);

        assertThat(report.ended()).isEqualTo(1);
        assertThat(report.failures()).extracting(SweepReport.Failure::id).containsExactly("odd");
        assertThat(stores.ids(AccountState.DIRTY)).hasSize(1);
        assertThat(stores.accounts.getAccount(account(1))).isPresent();
    }
}
