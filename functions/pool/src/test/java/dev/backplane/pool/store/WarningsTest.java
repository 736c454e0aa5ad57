package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.BY;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.SweepReport;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The warnings of leases that expire soon; a mark in a lease is one event. */
class WarningsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO, Map.of(PoolSettings.LEASE_WARNING_MINUTES, "60,15"));
    }

    private SweepReport sweep() {
        return stores.sweeper.sweep(BY);
    }

    private NavigableSet<Integer> warned(Lease lease) {
        return stores.leases.getLease(lease.id()).orElseThrow().lease().usage().warned();
    }

    private Lease twoHours() {
        stores.fill(1);
        return stores.lease("a", 120);
    }

    private void extend(Lease lease, int minutes) {
        stores.leases.extendLease(lease.id(), Duration.ofMinutes(minutes), Optional.empty(), BY);
    }

    @Test
    void sweep_marksEachLeadTimeOnce() {
        Lease lease = twoHours();
        stores.clock.advance(Duration.ofMinutes(59));
        assertThat(sweep().warned()).isZero();
        stores.clock.advance(Duration.ofMinutes(1));

        assertThat(sweep().warned()).isEqualTo(1);
        assertThat(sweep().warned()).isZero();
        assertThat(warned(lease)).containsExactly(60);
        stores.clock.advance(Duration.ofMinutes(45));
        assertThat(sweep().warned()).isEqualTo(1);
        assertThat(sweep().warned()).isZero();
        assertThat(warned(lease)).containsExactly(15, 60);
        stores.checkInvariants();
    }

    @Test
    void sweep_skipsALeadTimeThatIsNotShorterThanTheLease() {
        stores.fill(1);
        Lease lease = stores.lease("a", 60);
        stores.clock.advance(Duration.ofMinutes(50));

        assertThat(sweep().warned()).isEqualTo(1);
        assertThat(warned(lease)).containsExactly(15);
    }

    @Test
    void sweep_marksTwoDueLeadTimesInTwoWrites_becauseEachGivesOneEvent() {
        Lease lease = twoHours();
        stores.clock.advance(Duration.ofMinutes(110));
        int before = lease.usage().changes();

        assertThat(sweep().warned()).isEqualTo(2);

        Lease marked = stores.leases.getLease(lease.id()).orElseThrow().lease();
        assertThat(marked.usage().changes()).isEqualTo(before + 2);
    }

    @Test
    void extension_resetsTheWarningsThatLieAheadAgain() {
        Lease lease = twoHours();
        stores.clock.advance(Duration.ofMinutes(110));
        sweep();

        extend(lease, 30);

        assertThat(warned(lease)).as("40 minutes are left").containsExactly(60);
        assertThat(sweep().warned()).isZero();
        stores.clock.advance(Duration.ofMinutes(25));
        assertThat(sweep().warned()).isEqualTo(1);
    }

    @Test
    void sweeps_thatOverlap_markEachLeadTimeOnce() {
        List<Lease> leases = stores.fillLeased(40, _ -> 120);
        stores.clock.advance(Duration.ofMinutes(110));

        int marks = Threads.race(16, _ -> untilServed(() -> sweep().warned())).allResults().stream()
                .mapToInt(Integer::intValue)
                .sum();

        assertThat(marks).isEqualTo(80);
        assertThat(leases).allSatisfy(lease -> {
            Lease marked = stores.leases.getLease(lease.id()).orElseThrow().lease();
            assertThat(marked.usage().warned()).containsExactly(15, 60);
            assertThat(marked.usage().changes()).as("marks of one lease").isEqualTo(2);
        });
        stores.checkInvariants();
    }

    @Test
    void sweep_thatCrashesBetweenAnyTwoCalls_leavesTheRestToTheNext() {
        int crashes = 0;
        for (boolean afterwards : new boolean[] {false, true}) {
            for (int call = 1; call <= 10; call++) {
                stores.clear();
                List<Lease> leases = stores.fillLeased(3, _ -> 120);
                stores.clock.advance(Duration.ofMinutes(110));
                stores.faults.crashAt(call, afterwards);
                crashes += FaultInjection.crashes(this::sweep) ? 1 : 0;
                stores.faults.stopCrashes();

                sweep();

                assertThat(leases).allSatisfy(lease -> {
                    Lease marked =
                            stores.leases.getLease(lease.id()).orElseThrow().lease();
                    assertThat(marked.usage().warned()).containsExactly(15, 60);
                    assertThat(marked.usage().changes()).isEqualTo(2);
                });
            }
        }
        assertThat(crashes).isGreaterThan(2);
    }

    @Test
    void sweep_whoseClockJumpsAheadAndBack_repeatsNoWarning() {
        Lease lease = twoHours();
        stores.clock.advance(Duration.ofMinutes(110));
        assertThat(sweep().warned()).isEqualTo(2);
        stores.clock.advance(Duration.ofMinutes(-100));

        assertThat(sweep().warned()).isZero();
        stores.clock.advance(Duration.ofMinutes(105));
        assertThat(sweep().warned()).isZero();
        assertThat(warned(lease)).containsExactly(15, 60);
    }

    @Test
    void sweep_whoseClockJumpsBackFirst_warnsLaterAndOnce() {
        stores.clock.advance(Duration.ofHours(5));
        Lease lease = twoHours();
        stores.clock.advance(Duration.ofHours(-5));
        assertThat(sweep().warned()).isZero();
        stores.clock.advance(Duration.ofHours(6));

        assertThat(sweep().warned()).isEqualTo(1);
        assertThat(warned(lease)).containsExactly(60);
    }

    @Test
    void sweep_withoutTime_warnsOfNone_andLeavesThemToTheNext() {
        stores.fillLeased(5, _ -> 120);
        stores.clock.advance(Duration.ofMinutes(110));

        assertThat(stores.sweeperWithoutTime().sweep(BY).warned()).isZero();
        assertThat(sweep().warned()).isEqualTo(10);
    }

    @Test
    void sweep_endsWhatIsDueBeforeItWarns() {
        List<Lease> leases = stores.fillLeased(4, i -> i <= 2 ? 60 : 70);
        stores.clock.advance(Duration.ofHours(1));

        SweepReport report = sweep();

        assertThat(report.ended()).isEqualTo(2);
        assertThat(report.warned()).isEqualTo(4);
        List<String> writes = stores.faults.operations().stream()
                .filter(action -> action.equals("TransactWriteItems") || action.equals("UpdateItem"))
                .toList();
        assertThat(writes.subList(writes.size() - 6, writes.size()))
                .containsExactly(
                        "TransactWriteItems",
                        "TransactWriteItems",
                        "UpdateItem",
                        "UpdateItem",
                        "UpdateItem",
                        "UpdateItem");
        assertThat(stores.leases.getLease(leases.getFirst().id()).orElseThrow()).isInstanceOf(LeaseRecord.Ended.class);
    }

    @Test
    void sweep_thatRacesExtensionsAndEnds_keepsThePoolTogether() {
        List<Lease> leases = stores.fillLeased(24, _ -> 120);
        stores.clock.advance(Duration.ofMinutes(110));

        Threads.race(
                        24,
                        thread -> untilServed(() -> switch (thread % 3) {
                            case 0 -> sweep();
                            case 1 ->
                                stores.leases.extendLease(
                                        leases.get(thread).id(), Duration.ofHours(1), Optional.empty(), BY);
                            default ->
                                stores.leases.endLease(
                                        leases.get(thread).id(),
                                        EndReason.RELEASED,
                                        Optional.empty(),
                                        StoreFixture.CAUSE);
                        }))
                .allResults();
        sweep();

        stores.checkInvariants();
        for (int i = 0; i < 24; i += 3) {
            assertThat(warned(leases.get(i))).containsExactly(15, 60);
            assertThat(warned(leases.get(i + 1))).as("extended by an hour").isEmpty();
        }
    }

    @Test
    void sweep_ofALeaseOfAnEarlierVersion_warnsOfIt() {
        Lease lease = twoHours();
        Map<String, AttributeValue> row =
                new TreeMap<>(stores.item(PoolKey.of(lease.id())).orElseThrow().attributes());
        row.keySet().retainAll(new TreeSet<>(List.of("pk", "data", "created")));
        stores.put(PoolKey.of(lease.id()), row);
        stores.clock.advance(Duration.ofHours(1));

        assertThat(sweep().warned()).isEqualTo(1);
        assertThat(sweep().warned()).isZero();
        assertThat(warned(lease)).containsExactly(60);
    }
}
