package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.BY;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.Budget.AtLimit;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.ExtendOutcome;
import dev.backplane.pool.Finding;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseUsage;
import dev.backplane.pool.MembersOutcome;
import dev.backplane.pool.Spend;
import dev.backplane.pool.SpendOutcome;
import dev.backplane.pool.SweepReport;
import dev.backplane.testing.DynamoLocal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Leases without the attributes of templates, members and spend, and with damaged ones. */
class OddTermsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;
    private Lease lease;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.fill(2);
        stores.templates.putTemplate(SpendStoreTest.template("ends", AtLimit.END), BY);
        lease = stores.lease("a", "ends");
    }

    private Map<String, AttributeValue> row() {
        return new TreeMap<>(stores.item(PoolKey.of(lease.id())).orElseThrow().attributes());
    }

    private Spend spend(int amount) {
        return new Spend(BigDecimal.valueOf(amount), "USD", stores.clock.instant());
    }

    /** Leaves of the lease what earlier versions wrote. */
    private void makeOld() {
        Map<String, AttributeValue> row = row();
        row.keySet().retainAll(Set.of("pk", "data", "created", "createdBy"));
        stores.put(PoolKey.of(lease.id()), row);
    }

    @Test
    void leaseOfAnEarlierVersion_hasTheDefaultLimits_andTakesEveryChange() {
        makeOld();

        Lease old = stores.leases.getLease(lease.id()).orElseThrow().lease();
        assertThat(old.limits()).isEqualTo(LeaseLimits.DEFAULT);
        assertThat(old.usage()).isEqualTo(LeaseUsage.NONE);
        assertThat(stores.verify(false).findings()).isEmpty();
        assertThat(stores.members.setMembers(lease.id(), new TreeSet<>(List.of(user("b"))), Optional.empty(), BY))
                .isInstanceOf(MembersOutcome.Changed.class);
        assertThat(stores.spend.reportSpend(lease.id(), spend(1_000_000), BY))
                .isInstanceOf(SpendOutcome.Reported.class);
        assertThat(stores.leases.extendLease(lease.id(), Duration.ofMinutes(5), Optional.empty(), BY))
                .isInstanceOf(ExtendOutcome.Extended.class);
        assertThat(stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE))
                .isInstanceOf(EndOutcome.Ended.class);
        stores.checkInvariants();
    }

    @Test
    void recordOfAnEarlierVersion_isRead() {
        makeOld();
        stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);
        PoolKey history = PoolKey.historyOf(lease.id());
        Map<String, AttributeValue> row =
                new TreeMap<>(stores.item(history).orElseThrow().attributes());
        row.keySet().retainAll(Set.of("pk", "data", "created", "ended", "reason", "ttl"));
        stores.put(history, row);

        assertThat(stores.leases.getLease(lease.id()).orElseThrow().lease().limits())
                .isEqualTo(LeaseLimits.DEFAULT);
        assertThat(stores.spend.reportSpend(lease.id(), spend(1), BY)).isInstanceOf(SpendOutcome.NotActive.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "template",
                "maxMinutes",
                "maxExtensions",
                "budget",
                "members",
                "spend",
                "reached",
                "warned",
                "issued",
                "changes",
                "labels",
                "askedTemplate"
            })
    void leaseWithADamagedValue_isAFindingAndAFault_andNeverAWrongAnswer(String attribute) {
        Map<String, AttributeValue> row = row();
        row.put(attribute, AttributeValue.fromBool(true));
        stores.put(PoolKey.of(lease.id()), row);
        var before = stores.contents();

        assertThat(stores.verify(true).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.kind()).isEqualTo(Finding.Kind.UNREADABLE_ITEM));
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> stores.leases.getLease(lease.id()));
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> stores.spend.reportSpend(lease.id(), spend(100), BY));
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> stores.members.setMembers(lease.id(), new TreeSet<>(), Optional.empty(), BY));
        assertThat(stores.leases.listActiveLeases(10, Optional.empty()).items()).isEmpty();
        assertThat(stores.claims.createLease(claim("a"))).isEqualTo(new ClaimOutcome.HasLease(lease.id()));
        SweepReport report = stores.sweeper.sweep(BY);
        assertThat(report.failures())
                .extracting(SweepReport.Failure::id)
                .containsExactly(lease.id().value());
        assertThat(stores.contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"amount", "currency", "atLimit"})
    void leaseWithADamagedBudget_isAFault(String member) {
        Map<String, AttributeValue> row = row();
        Map<String, AttributeValue> budget =
                new TreeMap<>(new Item(row).map("budget").attributes());
        budget.put(member, AttributeValue.fromS("?"));
        row.put("budget", AttributeValue.fromM(budget));
        stores.put(PoolKey.of(lease.id()), row);

        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> stores.leases.getLease(lease.id()));
    }

    @Test
    void leaseThatLostItsTemplateAndKeptABudget_isAFault() {
        Map<String, AttributeValue> row = row();
        row.remove("template");
        stores.put(PoolKey.of(lease.id()), row);

        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> stores.leases.getLease(lease.id()));
    }
}
