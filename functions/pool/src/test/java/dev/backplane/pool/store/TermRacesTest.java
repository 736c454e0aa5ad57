package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.BY;
import static dev.backplane.pool.store.StoreFixture.user;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.Budget.AtLimit;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.ExtendOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.MembersOutcome;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Spend;
import dev.backplane.pool.SpendOutcome;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Races of spend, members, extensions, warnings and ends. */
@ParameterizedClass
@ValueSource(ints = {1, 4})
class TermRacesTest {

    @Parameter
    private int shards;

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final int THREADS = 24;
    private static final int LEASES = 6;

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_LIST_SHARDS, Integer.toString(shards)));
        stores.fill(LEASES);
        stores.templates.putTemplate(SpendStoreTest.template("ends", AtLimit.END), BY);
        stores.templates.putTemplate(SpendStoreTest.template("alerts", AtLimit.ALERT), BY);
    }

    @AfterEach
    void invariantsHold() {
        stores.checkInvariants();
        assertThat(stores.verify(false).isConsistent()).isTrue();
    }

    private List<Lease> leases(String template) {
        return IntStream.range(0, LEASES)
                .mapToObj(i -> stores.lease("owner" + i, template))
                .toList();
    }

    private SpendOutcome report(Lease lease, int amount) {
        Spend spend = new Spend(
                BigDecimal.valueOf(amount), "USD", stores.clock.instant().plusSeconds(amount));
        return untilServed(() -> stores.spend.reportSpend(lease.id(), spend, BY));
    }

    private ExtendOutcome extend(Lease lease) {
        return untilServed(() -> stores.leases.extendLease(lease.id(), Duration.ofMinutes(10), Optional.empty(), BY));
    }

    private MembersOutcome addMember(Lease lease, int number) {
        return untilServed(() -> stores.members.setMembers(
                lease.id(), new TreeSet<>(List.of(user("member" + number))), Optional.empty(), BY));
    }

    private List<Long> published(Lease lease) {
        return stores.rows().stream()
                .filter(row -> row.text("pk").startsWith("lease_budget#" + lease.id() + "#"))
                .map(row -> row.number("threshold"))
                .sorted()
                .toList();
    }

    @Test
    void reports_inAnyOrder_leaveTheNewest_andPublishEachThresholdOnce() {
        Lease lease = leases("alerts").getFirst();

        Threads.race(THREADS, thread -> report(lease, (thread * 7 % THREADS + 1) * 5))
                .allResults();

        Lease now = stores.leases.getLease(lease.id()).orElseThrow().lease();
        assertThat(now.usage().spend().orElseThrow().amount()).isEqualByComparingTo("120");
        assertThat(now.usage().reached()).isEqualTo(100);
        assertThat(published(lease)).containsExactly(50L, 80L, 100L);
    }

    @Test
    void spendEndExtensionMembersAndSweep_allAtOnce_loseNothingThatWasConfirmed() {
        List<Lease> leases = leases("ends");
        stores.clock.advance(Duration.ofMinutes(470));

        List<Object> outcomes = Threads.race(THREADS, thread -> {
                    Lease lease = leases.get(thread % LEASES);
                    return switch (thread / LEASES) {
                        case 0 -> report(lease, 100);
                        case 1 -> extend(lease);
                        case 2 -> addMember(lease, thread);
                        default -> untilServed(() -> stores.sweeper.sweep(BY));
                    };
                })
                .allResults();

        for (int i = 0; i < LEASES; i++) {
            LeaseRecord record = stores.leases.getLease(leases.get(i).id()).orElseThrow();
            assertThat(record)
                    .isInstanceOfSatisfying(
                            LeaseRecord.Ended.class,
                            ended -> assertThat(ended.ended().reason()).isEqualTo(EndReason.BUDGET));
            assertThat(record.lease().extensions())
                    .isEqualTo(outcomes.get(LEASES + i) instanceof ExtendOutcome.Extended ? 1 : 0);
            assertThat(record.lease().usage().members())
                    .hasSize(outcomes.get(2 * LEASES + i) instanceof MembersOutcome.Changed ? 1 : 0);
            assertThat(published(leases.get(i))).containsExactly(50L, 80L, 100L);
        }
        assertThat(stores.ids(PoolKey.ACTIVE)).isEmpty();
    }

    @Test
    void end_andAReportThatReachesTheBudget_atOnce_recordOneReason_andThresholdsOnlyWithTheirReport() {
        List<Lease> leases = leases("ends");

        List<SpendOutcome> reports = Threads.race(THREADS, thread -> {
                    Lease lease = leases.get(thread % LEASES);
                    if (thread < LEASES) {
                        return Optional.of(report(lease, 100));
                    }
                    untilServed(() -> stores.leases.endLease(
                            lease.id(), EndReason.REVOKED, Optional.empty(), StoreFixture.CAUSE));
                    return Optional.<SpendOutcome>empty();
                })
                .allResults()
                .stream()
                .flatMap(Optional::stream)
                .toList();

        for (int i = 0; i < LEASES; i++) {
            EndedLease ended = ((LeaseRecord.Ended)
                            stores.leases.getLease(leases.get(i).id()).orElseThrow())
                    .ended();
            boolean byBudget = reports.get(i) instanceof SpendOutcome.Reported;
            assertThat(ended.reason()).isEqualTo(byBudget ? EndReason.BUDGET : EndReason.REVOKED);
            assertThat(published(leases.get(i))).hasSize(byBudget ? 3 : 0);
        }
    }

    @Test
    void members_setByManyAtOnce_areThoseOfOneOfThem() {
        Lease lease = leases("ends").getFirst();

        List<MembersOutcome> outcomes =
                Threads.race(THREADS, thread -> addMember(lease, thread)).allResults();

        Lease now = stores.leases.getLease(lease.id()).orElseThrow().lease();
        assertThat(outcomes).hasOnlyElementsOfType(MembersOutcome.Changed.class);
        assertThat(now.usage().members()).hasSize(1);
        assertThat(now.usage().changes()).isEqualTo(THREADS);
    }
}
