package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.ExtendOutcome;
import dev.backplane.pool.Finding;
import dev.backplane.pool.Finding.Kind;
import dev.backplane.pool.HistoryEntry;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.SweepReport;
import dev.backplane.pool.Verification;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that the service would not write: of the table design's own form, or changed by other hands. */
class OddItemsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final LeaseId DESIGNED = new LeaseId("abc123-def456");

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    private List<Kind> found(boolean repair) {
        return stores.verify(repair).findings().stream().map(Finding::kind).toList();
    }

    private EndOutcome end(LeaseId id) {
        return stores.leases.endLease(id, EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);
    }

    /** A lease exactly as the table design shows it: neither the lease nor the account says more than the design. */
    private void designedLease() {
        stores.fill(2);
        stores.put(PoolKey.of(account(1)), Map.of("data", text("leased")));
        stores.put(
                PoolKey.of(DESIGNED),
                Map.of(
                        "data",
                        AttributeValue.fromM(Map.of(
                                "state", text("active"),
                                "account", text(account(1).value()),
                                "user", text("bill.bob@gmail.com")))));
        stores.put(
                PoolKey.of(user("bill.bob@gmail.com")),
                Map.of(
                        "data",
                        AttributeValue.fromM(Map.of(
                                "lease", text(DESIGNED.value()),
                                "account", text(account(1).value())))));
        stores.drift(PoolKey.of(AccountState.AVAILABLE), account(1).value(), false);
        stores.drift(PoolKey.of(AccountState.LEASED), account(1).value(), true);
        stores.drift(PoolKey.ACTIVE, DESIGNED.value(), true);
    }

    @Test
    void leaseOfTheDesignsForm_isListedReadAndEnded() {
        designedLease();

        assertThat(stores.leases.listActiveLeases(25, Optional.empty()).items())
                .extracting(Lease::id)
                .containsExactly(DESIGNED);
        assertThat(stores.leases.getLease(DESIGNED).orElseThrow()).isInstanceOf(LeaseRecord.Active.class);
        assertThat(stores.leases.extendLease(DESIGNED, Duration.ofMinutes(5), Optional.empty(), StoreFixture.BY))
                .isInstanceOf(ExtendOutcome.BeyondLimits.class);
        assertThat(stores.claims.createLease(claim("bill.bob@gmail.com")))
                .isEqualTo(new ClaimOutcome.HasLease(DESIGNED));
        stores.clock.advance(Duration.ofDays(400));
        assertThat(stores.sweeper.sweep(StoreFixture.BY).due())
                .as("due without an end")
                .isZero();
        assertThat(end(DESIGNED)).isInstanceOf(EndOutcome.Ended.class);
        assertThat(stores.leases.getLease(DESIGNED).orElseThrow()).isInstanceOf(LeaseRecord.Ended.class);
        stores.checkInvariants();
    }

    @Test
    void repair_ofTheDesignsForm_leavesTheAccountWithItsLease() {
        designedLease();

        stores.verify(true);

        assertThat(stores.verify(false).findings()).isEmpty();
        assertThat(stores.accounts.getAccount(account(1)).orElseThrow().lease()).contains(DESIGNED);
        assertThat(stores.users
                        .getUser(user("bill.bob@gmail.com"))
                        .orElseThrow()
                        .lease())
                .isPresent();
        stores.checkInvariants();
    }

    @ParameterizedTest
    @ValueSource(strings = {"created", "expires"})
    void leaseWithoutATime_isListedEndedAndFindsNothing(String missing) {
        stores.fill(2);
        Lease lease = without(stores.lease("a"), missing);

        assertThat(stores.leases.listActiveLeases(25, Optional.empty()).items()).containsExactly(lease);
        assertThat(found(true)).isEmpty();
        assertThat(stores.sweeper.sweep(StoreFixture.BY).failures()).isEmpty();
        assertThat(stores.leases.extendLease(lease.id(), Duration.ofMinutes(5), Optional.empty(), StoreFixture.BY))
                .isInstanceOf(ExtendOutcome.BeyondLimits.class);
        assertThat(end(lease.id())).isInstanceOf(EndOutcome.Ended.class);
        assertThat(end(lease.id())).isInstanceOf(EndOutcome.Ended.class);
        stores.checkInvariants();
    }

    private Lease without(Lease lease, String name) {
        Map<String, AttributeValue> item =
                new HashMap<>(stores.item(PoolKey.of(lease.id())).orElseThrow().attributes());
        Map<String, AttributeValue> data =
                new HashMap<>(LeaseRows.data(stores.item(PoolKey.of(lease.id())).orElseThrow())
                        .attributes());
        item.remove(name);
        data.remove(name);
        item.put("data", AttributeValue.fromM(data));
        stores.put(PoolKey.of(lease.id()), item);
        return stores.leases.getLease(lease.id()).orElseThrow().lease();
    }

    static final List<AttributeValue> USER_DATA = List.of(
            AttributeValue.fromM(Map.of()),
            AttributeValue.fromNul(true),
            text("x"),
            AttributeValue.fromM(Map.of("lease", AttributeValue.fromN("5"))),
            AttributeValue.fromL(List.of()));

    @ParameterizedTest
    @FieldSource("USER_DATA")
    void userItemOfAnotherForm_refusesClaimsUntilItIsRepaired(AttributeValue data) {
        stores.fill(1);
        stores.put(PoolKey.of(user("a")), Map.of("data", data));

        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.UnreadableUser.class);
        assertThat(stores.users.getUser(user("a")).orElseThrow().lease()).isEmpty();
        assertThat(found(false)).containsExactly(Kind.USER_FORM);
        assertThat(stores.verify(true).repaired()).isEqualTo(1);
        assertThat(found(false)).isEmpty();
        stores.lease("a");
        stores.checkInvariants();
    }

    @ParameterizedTest
    @FieldSource("USER_DATA")
    void userItemOfAnotherForm_withNoAccountLeft_isToldTheSame(AttributeValue data) {
        stores.put(PoolKey.of(user("a")), Map.of("data", data));

        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.UnreadableUser.class);
    }

    @ParameterizedTest
    @FieldSource("USER_DATA")
    void userItemOfAnotherForm_whileTheUserHoldsALease_isGivenThatLease(AttributeValue data) {
        stores.fill(2);
        Lease lease = stores.lease("a");
        stores.put(PoolKey.of(lease.user()), Map.of("data", data));

        assertThat(found(true)).contains(Kind.LEASE_USER);
        assertThat(found(true)).isEmpty();
        assertThat(stores.users.getUser(lease.user()).orElseThrow().lease()).contains(lease);
        stores.checkInvariants();
    }

    @Test
    void userItemThatNamesAnotherAccountThanItsLease_isFoundAndMended() {
        stores.fill(2);
        Lease lease = stores.lease("a");
        stores.put(
                PoolKey.of(lease.user()),
                Map.of(
                        "data",
                        AttributeValue.fromM(
                                Map.of("lease", text(lease.id().value()), "account", text("000000000099")))));

        assertThat(found(true)).containsExactly(Kind.USER_FORM);
        assertThat(found(true)).isEmpty();
        stores.checkInvariants();
    }

    static final List<AttributeValue> LEASE_DATA = List.of(
            AttributeValue.fromM(Map.of()),
            text("x"),
            AttributeValue.fromM(Map.of("state", text("active"), "user", text("a"))),
            AttributeValue.fromM(Map.of("state", text("active"), "user", text("a"), "account", text("zzz"))),
            AttributeValue.fromM(Map.of("state", text("active"), "user", text("a"), "account", text("000000000001 "))),
            AttributeValue.fromM(Map.of("state", text("active"), "user", text("A "), "account", text("000000000001"))),
            AttributeValue.fromM(Map.of(
                    "state", text("active"),
                    "user", text("a"),
                    "account", text("000000000001"),
                    "expires", text("tomorrow"))));

    @ParameterizedTest
    @FieldSource("LEASE_DATA")
    void leaseThatCannotBeRead_isReported_andItsAccountAndUserAreLeftAlone(AttributeValue data) {
        stores.fill(1);
        Lease lease = stores.lease("a");
        stores.put(PoolKey.of(lease.id()), Map.of("data", data));
        var before = stores.contents();

        Verification repair = stores.verify(true);

        assertThat(repair.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.UNREADABLE_ITEM);
            assertThat(finding.id()).isEqualTo(lease.id().value());
        });
        assertThat(repair.repaired()).isZero();
        assertThat(stores.contents()).isEqualTo(before);
        assertThat(stores.leases.listActiveLeases(25, Optional.empty()).items()).isEmpty();
        assertThat(stores.claims.createLease(claim("a"))).isEqualTo(new ClaimOutcome.HasLease(lease.id()));
        assertThat(stores.users.getUser(user("a"))).isPresent();
        assertThat(stores.sweeper.sweep(StoreFixture.BY).failures()).hasSize(1);
    }

    private void setExpires(Lease lease, AttributeValue expires) {
        Map<String, AttributeValue> item = new HashMap<>(LeaseRows.toItem(lease).attributes());
        Map<String, AttributeValue> data =
                new HashMap<>(LeaseRows.data(LeaseRows.toItem(lease)).attributes());
        data.put("expires", expires);
        item.put("data", AttributeValue.fromM(data));
        stores.put(PoolKey.of(lease.id()), item);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-01-05T08:00:00Z", "2026-01-05T10:00:00+02:00", "2026-01-05T08:00:00.000123Z"})
    void expiryInAnotherFormOfIso8601_isRead(String expires) {
        stores.fill(3);
        Lease ended = stores.lease("a");
        Lease swept = stores.lease("b");
        List.of(ended, swept).forEach(lease -> setExpires(lease, text(expires)));

        assertThat(stores.leases.listActiveLeases(25, Optional.empty()).items())
                .containsExactlyInAnyOrder(ended, swept);
        assertThat(found(false)).isEmpty();
        assertThat(stores.claims.createLease(claim("a"))).isEqualTo(new ClaimOutcome.HasLease(ended.id()));
        assertThat(stores.leases.extendLease(ended.id(), Duration.ofMinutes(5), Optional.empty(), StoreFixture.BY))
                .isEqualTo(new ExtendOutcome.Extended(stores.extended(ended, 5)));
        setExpires(ended, text(expires));
        assertThat(end(ended.id())).isInstanceOf(EndOutcome.Ended.class);
        stores.clock.advance(Duration.ofHours(9));
        assertThat(stores.sweeper.sweep(StoreFixture.BY).ended()).isEqualTo(1);
        assertThat(found(false)).isEmpty();
        stores.checkInvariants();
    }

    @Test
    void expiredLease_withAnExpiryInAnotherForm_doesNotBlockItsUser() {
        stores.fill(2);
        setExpires(stores.lease("a"), text("2026-01-05T01:00:00Z"));
        stores.clock.advance(Duration.ofHours(2));

        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.Leased.class);
        stores.checkInvariants();
    }

    @ParameterizedTest
    @ValueSource(strings = {"expires", "shard", "extensions"})
    void leaseWithAValueOfTheWrongType_isReportedAndLeavesOthersAlone(String attribute) {
        stores.fill(3);
        Lease damaged = stores.lease("a");
        Lease other = stores.lease("b");
        if (attribute.equals("expires")) {
            setExpires(damaged, AttributeValue.fromN("5"));
        } else {
            Map<String, AttributeValue> item =
                    new HashMap<>(LeaseRows.toItem(damaged).attributes());
            item.put(attribute, text("x"));
            stores.put(PoolKey.of(damaged.id()), item);
        }

        assertThat(found(true)).containsExactly(Kind.UNREADABLE_ITEM);
        assertThat(stores.leases.listActiveLeases(25, Optional.empty()).items()).containsExactly(other);
        assertThat(stores.claims.createLease(claim("a"))).isEqualTo(new ClaimOutcome.HasLease(damaged.id()));
        stores.clock.advance(Duration.ofHours(9));
        assertThat(stores.sweeper.sweep(StoreFixture.BY)).satisfies(sweep -> {
            assertThat(sweep.ended()).isEqualTo(1);
            assertThat(sweep.failures()).hasSize(1);
        });
        assertThatThrownBy(() -> end(damaged.id())).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> stores.leases.extendLease(
                        damaged.id(), Duration.ofMinutes(5), Optional.empty(), StoreFixture.BY))
                .isInstanceOf(InvalidValueException.class);
    }

    static final List<AttributeValue> SHARDS =
            List.of(text("0"), AttributeValue.fromN("1.5"), AttributeValue.fromN("5000000000"));

    @ParameterizedTest
    @FieldSource("SHARDS")
    void availableAccountWithAShardOfTheWrongType_isReportedAndNeverLeased(AttributeValue shard) {
        stores.fill(2);
        Map<String, AttributeValue> item =
                new HashMap<>(stores.item(PoolKey.of(account(1))).orElseThrow().attributes());
        item.put("shard", shard);
        stores.put(PoolKey.of(account(1)), item);
        var before = stores.contents();

        assertThat(found(true)).containsExactly(Kind.UNREADABLE_ITEM);
        assertThat(stores.contents()).isEqualTo(before);
        assertThat(stores.claims.createLease(new Claim(
                        user("a"),
                        Terms.of(Optional.empty(), Optional.of(account(1))),
                        Optional.empty(),
                        StoreFixture.BY)))
                .isEqualTo(new ClaimOutcome.AccountTaken(account(1)));
        assertThat(stores.lease("a").account()).isEqualTo(account(2));
        assertThat(stores.claims.createLease(claim("b"))).isInstanceOf(ClaimOutcome.NoAccount.class);
        assertThat(stores.accounts.listAccounts(AccountList.ALL)).hasSize(2);
        assertThatThrownBy(() -> stores.accounts.getAccount(account(1))).isInstanceOf(InvalidValueException.class);
    }

    static final List<AttributeValue> LABELS = List.of(
            text("gpu"), text("no-gpu"), AttributeValue.fromL(List.of(text("gpu"))), AttributeValue.fromM(Map.of()));

    @ParameterizedTest
    @FieldSource("LABELS")
    void availableAccountWithLabelsOfTheWrongType_isReportedAndNeverLeased(AttributeValue labels) {
        stores.fill(1);
        stores.label(1, "gpu");
        Map<String, AttributeValue> item =
                new HashMap<>(stores.item(PoolKey.of(account(1))).orElseThrow().attributes());
        item.put("labels", labels);
        stores.put(PoolKey.of(account(1)), item);
        var before = stores.contents();

        assertThat(found(true)).containsExactly(Kind.UNREADABLE_ITEM);
        assertThat(stores.claims.createLease(StoreFixture.labeled("a", "gpu")))
                .isInstanceOf(ClaimOutcome.NoAccount.class);
        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.NoAccount.class);
        assertThat(stores.contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @FieldSource("SHARDS")
    void leasedAccountWithAShardOfTheWrongType_isReportedAndItsLeaseCanBeExtendedAndEnded(AttributeValue shard) {
        stores.fill(2);
        List<Lease> leases = List.of(stores.lease("a"), stores.lease("b"));
        for (Lease lease : leases) {
            Map<String, AttributeValue> item = new HashMap<>(
                    stores.item(PoolKey.of(lease.account())).orElseThrow().attributes());
            item.put("shard", shard);
            stores.put(PoolKey.of(lease.account()), item);
        }

        assertThat(found(true)).containsExactly(Kind.UNREADABLE_ITEM, Kind.UNREADABLE_ITEM);
        assertThat(stores.leases.listActiveLeases(25, Optional.empty()).items()).hasSize(2);
        assertThat(stores.leases.extendLease(
                        leases.getFirst().id(), Duration.ofMinutes(5), Optional.empty(), StoreFixture.BY))
                .isInstanceOf(ExtendOutcome.Extended.class);
        assertThat(end(leases.getFirst().id())).isInstanceOf(EndOutcome.Ended.class);
        stores.clock.advance(Duration.ofHours(9));
        assertThat(stores.sweeper.sweep(StoreFixture.BY).ended()).isEqualTo(1);
        assertThat(found(false)).isEmpty();
        stores.checkInvariants();
    }

    @Test
    void damagedShardOfAList_stopsNeitherClaimsNorSweepsOfOtherShards() {
        // No claim was made yet, so that no account of the damaged shard is cached.
        StoreFixture sharded = stores.withShards(4);
        sharded.fill(40);
        sharded.put(PoolKey.of(AccountState.AVAILABLE).shard(1), Map.of("data", text("x")));

        for (int i = 0; i < 16; i++) {
            sharded.lease("user" + i);
        }
        sharded.put(PoolKey.ACTIVE.shard(2), Map.of("data", text("x")));
        sharded.clock.advance(Duration.ofHours(9));
        assertThat(sharded.sweeper.sweep(StoreFixture.BY)).satisfies(sweep -> {
            assertThat(sweep.ended()).isPositive();
            assertThat(sweep.failures())
                    .extracting(SweepReport.Failure::id)
                    .containsExactly(PoolKey.ACTIVE.shard(2).toString());
        });
    }

    @Test
    void historyWithADamagedEntry_listsTheOthersAndKeepsIt() {
        HistoryEntry entry = new HistoryEntry(
                "e1",
                stores.clock.instant(),
                Optional.empty(),
                Optional.of("initial"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(StoreFixture.CAUSE));
        stores.put(
                PoolKey.historyOf(account(1)),
                Map.of(
                        "version", AttributeValue.fromN("1"),
                        "data", AttributeValue.fromL(List.of(text("x"), AttributeValue.fromM(Map.of())))));

        stores.history.record(account(1), entry);

        assertThat(stores.history.read(account(1)).orElseThrow()).containsExactly(entry);
        assertThat(stores.item(PoolKey.historyOf(account(1))).orElseThrow().attributes())
                .hasEntrySatisfying("data", data -> assertThat(data.l()).hasSize(3));
    }

    @Test
    void leaseThatIsNotActive_isReported_andCanBeEnded() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        Map<String, AttributeValue> data =
                new HashMap<>(LeaseRows.data(LeaseRows.toItem(lease)).attributes());
        data.put("state", text("paused"));
        stores.put(PoolKey.of(lease.id()), Map.of("data", AttributeValue.fromM(data)));

        assertThat(found(true)).containsExactly(Kind.UNREADABLE_ITEM);
        assertThat(stores.accounts.getAccount(account(1)).orElseThrow().lease()).contains(lease.id());
        assertThat(end(lease.id())).isInstanceOf(EndOutcome.Ended.class);
        stores.checkInvariants();
    }

    @Test
    void accountOfAnUnknownState_keepsItsLease() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        stores.put(
                PoolKey.of(account(1)),
                Map.of("data", text("sold"), "leaseId", text(lease.id().value())));
        var before = stores.contents();

        assertThat(found(true)).containsExactly(Kind.UNREADABLE_ITEM);
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void recordOfALeaseThatIsActive_isReplacedWhenTheLeaseEnds() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        stores.put(PoolKey.historyOf(lease.id()), Map.of("data", text("x")));

        assertThat(end(lease.id())).isInstanceOf(EndOutcome.Ended.class);
        assertThat(stores.leases.getLease(lease.id()).orElseThrow()).isInstanceOf(LeaseRecord.Ended.class);
        stores.checkInvariants();
    }

    @Test
    void endsOfLeasesThatCannotBeRead_stopNoClaim_andTheNextSweepReplacesThem() {
        stores.fill(1);
        stores.lease("ann@example.com", 20);
        for (AttributeValue data : List.of(
                text("soon"), AttributeValue.fromL(List.of(text("soon"), text("soon 000000000001"), text("x y"))))) {
            stores.put(PoolKey.ENDS, Map.of("data", data));

            assertThat(stores.claims.createLease(claim("bob@example.com")))
                    .isEqualTo(new ClaimOutcome.NoAccount(Optional.empty(), Duration.ofMinutes(1)));
        }
        stores.sweeper.sweep(StoreFixture.BY);
        assertThat(stores.claims.createLease(claim("bob@example.com")))
                .isEqualTo(new ClaimOutcome.NoAccount(
                        Optional.of(stores.clock.instant().plus(Duration.ofMinutes(25))), Duration.ofMinutes(25)));
    }

    /** DynamoDB refuses a whole request with a key that is too long. */
    @Test
    void idsLongerThanAnyKey_stopNeitherClaimsNorListsNorVerify() {
        String tooLong = "9".repeat(3000);
        stores.fill(2);
        stores.put(
                PoolKey.of(AccountState.AVAILABLE),
                Map.of(
                        "data",
                        AttributeValue.fromSs(
                                List.of(account(1).value(), account(2).value(), tooLong))));
        stores.put(PoolKey.ACTIVE, Map.of("data", AttributeValue.fromSs(List.of(tooLong))));

        assertThat(stores.claims.createLease(claim("ann@example.com"))).isInstanceOf(ClaimOutcome.Leased.class);
        assertThat(stores.leases.listActiveLeases(10, Optional.empty()).items()).hasSize(1);
        assertThat(stores.verify(true).findings()).isNotEmpty();
        assertThat(stores.verify(false).findings()).isEmpty();
    }
}
