package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.BY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.Budget;
import dev.backplane.pool.Budget.AtLimit;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.LeaseTemplate;
import dev.backplane.pool.Spend;
import dev.backplane.pool.SpendOutcome;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class SpendStoreTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.fill(2);
        stores.templates.putTemplate(template("ends", AtLimit.END), BY);
        stores.templates.putTemplate(template("alerts", AtLimit.ALERT), BY);
    }

    @AfterEach
    void invariantsHold() {
        stores.checkInvariants();
    }

    static LeaseTemplate template(String name, AtLimit atLimit) {
        return new LeaseTemplate(
                Duration.ofHours(8),
                new LeaseLimits(
                        name, Lease.LONGEST, 100, Optional.of(new Budget(new BigDecimal("100"), "USD", atLimit))),
                new TreeSet<>());
    }

    private Spend spend(String amount, int minute) {
        return spend(amount, "USD", minute);
    }

    private Spend spend(String amount, String currency, int minute) {
        return new Spend(
                new BigDecimal(amount), currency, stores.clock.instant().plus(Duration.ofMinutes(minute)));
    }

    private SpendOutcome report(Lease lease, Spend spend) {
        return stores.spend.reportSpend(lease.id(), spend, BY);
    }

    private Lease stored(Lease lease) {
        return stores.leases.getLease(lease.id()).orElseThrow().lease();
    }

    /** Returns the thresholds that have a record, from which their events are published. */
    private List<Long> published(Lease lease) {
        return stores.rows().stream()
                .filter(row -> row.text("pk").startsWith("lease_budget#" + lease.id() + "#"))
                .map(row -> row.number("threshold"))
                .sorted()
                .toList();
    }

    @Test
    void report_isKept_andEachThresholdIsPublishedOnce() {
        Lease lease = stores.lease("a", "alerts");

        report(lease, spend("49.99", 1));
        assertThat(published(lease)).isEmpty();
        report(lease, spend("50", 2));
        assertThat(published(lease)).containsExactly(50L);
        report(lease, spend("60", 3));
        report(lease, spend("100.00", 4));

        assertThat(published(lease)).containsExactly(50L, 80L, 100L);
        assertThat(stored(lease).usage().spend()).contains(spend("100.00", 4));
        assertThat(stored(lease).usage().reached()).isEqualTo(100);
    }

    @Test
    void report_thatIsNotNewer_changesNothing() {
        Lease lease = stores.lease("a", "ends");
        report(lease, spend("10", 5));
        var before = stores.contents();

        assertThat(report(lease, spend("1000", 5))).isEqualTo(reported(lease));
        assertThat(report(lease, spend("1000", 4))).isEqualTo(reported(lease));
        assertThat(stores.contents()).isEqualTo(before);
    }

    private SpendOutcome reported(Lease lease) {
        return new SpendOutcome.Reported(stores.leases.getLease(lease.id()).orElseThrow());
    }

    @Test
    void report_ofALowerAmountLater_isTaken_andPublishesNoThresholdAgain() {
        Lease lease = stores.lease("a", "alerts");
        report(lease, spend("85", 1));
        stores.rows().stream()
                .map(row -> row.text("pk"))
                .filter(key -> key.startsWith("lease_budget#"))
                .forEach(key -> stores.delete(PoolKey.find(key).orElseThrow()));

        report(lease, spend("5", 2));
        assertThat(stored(lease).usage().spend()).contains(spend("5", 2));
        report(lease, spend("85", 3));

        assertThat(published(lease)).as("records after the first two").isEmpty();
        assertThat(stored(lease).usage().reached()).isEqualTo(80);
    }

    /** Returns the thresholds that have a record, and deletes the records, so that a second write of one is seen. */
    private List<Long> takePublished(Lease lease) {
        List<Long> published = published(lease);
        published.forEach(threshold -> stores.delete(PoolKey.budgetOf(lease.id(), threshold.intValue())));
        return published;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void report_whoseProcessDiesAtAnyCall_publishesEachThresholdOnce(boolean afterTheCall) {
        int deaths = 0;
        for (int call = 1; call <= 3; call++) {
            stores.clear();
            stores.fill(1);
            stores.templates.putTemplate(template("alerts", AtLimit.ALERT), BY);
            Lease lease = stores.lease("a", "alerts");
            stores.faults.crashAt(call, afterTheCall);
            deaths += FaultInjection.crashes(() -> report(lease, spend("85", 1))) ? 1 : 0;
            stores.faults.stopCrashes();
            List<Long> published = new ArrayList<>(takePublished(lease));

            report(lease, spend("85", 1));
            report(lease, spend("90", 2));

            published.addAll(takePublished(lease));
            assertThat(published).as("call " + call).containsExactly(50L, 80L);
        }
        assertThat(deaths).isEqualTo(2);
    }

    @Test
    void reports_whileTheClockJumpsAheadAndBack_publishEachThresholdOnce() {
        Lease lease = stores.lease("a", "alerts");
        report(lease, spend("50", 0));
        assertThat(takePublished(lease)).containsExactly(50L);

        stores.clock.advance(Duration.ofHours(7));
        report(lease, spend("80", 0));
        assertThat(takePublished(lease)).containsExactly(80L);
        stores.clock.advance(Duration.ofHours(-6));
        report(lease, spend("100", 0));
        assertThat(takePublished(lease)).as("older than the last report").isEmpty();
        stores.clock.advance(Duration.ofMinutes(361));
        report(lease, spend("100", 0));

        assertThat(takePublished(lease)).containsExactly(100L);
    }

    @Test
    void report_thatReachesTheBudget_endsTheLease_inOneTransaction() {
        Lease lease = stores.lease("a", "ends");
        report(lease, spend("10", 1));

        SpendOutcome outcome = report(lease, spend("999999999999999.999999", 2));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        SpendOutcome.Reported.class,
                        reported -> assertThat(reported.lease())
                                .isInstanceOfSatisfying(LeaseRecord.Ended.class, ended -> {
                                    assertThat(ended.ended().reason()).isEqualTo(EndReason.BUDGET);
                                    assertThat(ended.lease().usage().reached()).isEqualTo(100);
                                    assertThat(ended.ended().cause()).isPresent();
                                }));
        assertThat(outcome).isEqualTo(reported(lease));
        assertThat(published(lease)).containsExactly(50L, 80L, 100L);
        assertThat(stores.ids(AccountState.DIRTY))
                .containsExactly(lease.account().value());
        assertThat(stores.lease("a", "ends").id()).isNotEqualTo(lease.id());
    }

    @Test
    void report_afterTheEnd_isRefused_unlessItIsARepeat() {
        Lease lease = stores.lease("a", "ends");
        SpendOutcome first = report(lease, spend("100", 1));
        var before = stores.contents();

        assertThat(report(lease, spend("100", 1))).as("the same again").isEqualTo(first);
        assertThat(report(lease, spend("7", 0))).as("an older one").isEqualTo(first);
        assertThat(report(lease, spend("200", 2))).isInstanceOf(SpendOutcome.NotActive.class);
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void report_forALeaseThatIsDue_isRefusedAsOver() {
        Lease lease = stores.lease("a", "ends");
        stores.clock.advance(Duration.ofHours(8));

        assertThat(report(lease, spend("100", 1)))
                .isInstanceOfSatisfying(
                        SpendOutcome.NotActive.class,
                        over -> assertThat(over.ended().reason()).isEqualTo(EndReason.EXPIRED));
    }

    @Test
    void report_inAnotherCurrency_isRefused() {
        Lease lease = stores.lease("a", "ends");
        assertThat(report(lease, spend("100", "EUR", 1))).isEqualTo(new SpendOutcome.OtherCurrency("USD"));
        Lease free = stores.lease("b");
        report(free, spend("100", "EUR", 1));
        assertThat(report(free, spend("100", "USD", 2))).isEqualTo(new SpendOutcome.OtherCurrency("EUR"));

        assertThat(stored(lease).usage().spend()).isEmpty();
        assertThat(stored(free).usage().spend()).contains(spend("100", "EUR", 1));
        assertThat(published(free)).as("without a budget").isEmpty();
    }

    @Test
    void report_forAnUnknownLease_isNotFound() {
        assertThat(stores.spend.reportSpend(new LeaseId("none"), spend("1", 0), BY))
                .isEqualTo(new SpendOutcome.NotFound());
    }

    @Test
    void report_endsALeaseThatIssuedCredentials_andRequiresRevocation() {
        Lease lease = stores.lease("a", "ends");
        var row =
                new TreeMap<>(stores.item(PoolKey.of(lease.id())).orElseThrow().attributes());
        row.put("issued", AttributeValue.fromS("2026-01-05T00:00:00.000Z"));
        stores.put(PoolKey.of(lease.id()), row);

        report(lease, spend("100", 1));

        assertThat(stores.accounts
                        .getAccount(lease.account())
                        .orElseThrow()
                        .marks()
                        .revocation())
                .isPresent();
    }
}
