package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Finding;
import dev.backplane.pool.Finding.Kind;
import dev.backplane.pool.HistoryEntry;
import dev.backplane.pool.Lease;
import dev.backplane.testing.DynamoLocal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Accounts with an attribute that the service would not write. An unreadable value is not the same as an absent one. */
class DamagedAccountsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private void damage(String attribute, AttributeValue value) {
        Map<String, AttributeValue> item =
                new HashMap<>(stores.item(PoolKey.of(account(1))).orElseThrow().attributes());
        item.put(attribute, value);
        stores.put(PoolKey.of(account(1)), item);
    }

    private List<Kind> found(boolean repair) {
        return stores.verify(repair).findings().stream().map(Finding::kind).toList();
    }

    @ParameterizedTest
    @CsvSource({"attempts, DIRTY", "cleanupRun, DIRTY", "attemptId, CLEANING", "revocation, DIRTY"})
    void attributeOfAnotherType_isReported_andNothingIsChanged(String attribute, AccountState state) {
        stores.fill(1, state);
        damage(attribute, AttributeValue.fromBool(true));
        var before = stores.contents();

        assertThat(found(true)).containsExactly(Kind.UNREADABLE_ITEM);
        assertThatThrownBy(() -> stores.startCleanup(1)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> stores.hold(1)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> stores.accounts.markAccount(account(1), AccountState.AVAILABLE, StoreFixture.CAUSE))
                .isInstanceOf(InvalidValueException.class);
        assertThat(stores.contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "5000000000"})
    void attemptsThatAreNoCount_areReported(String attempts) {
        stores.fill(1, AccountState.DIRTY);
        damage("attempts", AttributeValue.fromN(attempts));

        assertThat(found(true)).containsExactly(Kind.UNREADABLE_ITEM);
        assertThatThrownBy(() -> stores.startCleanup(1)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void leaseOfAnAccountThatCannotBeRead_canBeEnded() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        damage("revocation", AttributeValue.fromBool(true));

        assertThat(stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE))
                .isInstanceOf(EndOutcome.Ended.class);
        assertThat(found(false)).containsExactly(Kind.UNREADABLE_ITEM);
    }

    static final List<AttributeValue> LEASE_IDS =
            List.of(AttributeValue.fromBool(true), AttributeValue.fromL(List.of()), AttributeValue.fromN("1"));

    @ParameterizedTest
    @FieldSource("LEASE_IDS")
    void leaseIdOfAnotherType_isReplacedByARepair(AttributeValue leaseId) {
        stores.fill(1);
        Lease lease = stores.lease("a");
        damage("leaseId", leaseId);

        assertThat(found(true)).contains(Kind.LEASE_ACCOUNT);
        assertThat(found(false)).isEmpty();
        stores.checkInvariants();
        assertThat(stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE))
                .isInstanceOf(EndOutcome.Ended.class);
    }

    static final List<Map<String, AttributeValue>> HISTORIES = List.of(
            Map.of(),
            Map.of("version", AttributeValue.fromS("1")),
            Map.of("version", AttributeValue.fromBool(true), "data", AttributeValue.fromS("no list")));

    @ParameterizedTest
    @FieldSource("HISTORIES")
    void historyOfAnotherForm_doesNotBlockFurtherEntries(Map<String, AttributeValue> damaged) {
        stores.put(PoolKey.historyOf(account(1)), damaged);
        HistoryEntry first = entry("e1");
        HistoryEntry second = entry("e2");

        stores.history.record(account(1), first);
        stores.history.record(account(1), second);

        assertThat(stores.history.read(account(1)).orElseThrow()).containsExactly(first, second);
    }

    private HistoryEntry entry(String event) {
        return new HistoryEntry(
                event,
                stores.clock.instant(),
                Optional.empty(),
                Optional.of("initial"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(StoreFixture.CAUSE));
    }
}
