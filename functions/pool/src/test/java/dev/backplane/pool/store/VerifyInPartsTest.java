package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Finding;
import dev.backplane.pool.Finding.Kind;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseUsage;
import dev.backplane.pool.Verification;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class VerifyInPartsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static List<Kind> kinds(Verification verification) {
        return verification.findings().stream().map(Finding::kind).distinct().toList();
    }

    @Test
    void verify_of700AccountsWhoseListsAreLost_mendsThemAll() {
        stores.fill(700);
        stores.lease("a");
        stores.loseLists();

        Verification repair = stores.verify(true);

        assertThat(kinds(repair)).containsExactlyInAnyOrder(Kind.ACCOUNT_LISTS, Kind.LEASE_LISTS);
        assertThat(repair.findings()).hasSizeBetween(700, 701);
        assertThat(repair.repaired()).isEqualTo(repair.findings().size());
        assertThat(stores.verify(false).findings()).isEmpty();
        stores.checkInvariants();
    }

    @Test
    void verify_tellsOfAboutThreeHundredFindingsAndWhereToGoOn() {
        stores.fill(700);
        stores.loseLists();

        Verification part = stores.verifier.verify(Optional.empty(), Optional.empty());

        assertThat(part.findings()).hasSizeBetween(1, ItemVerifier.MAX_FINDINGS + ItemVerifier.SUSPECTS_PER_READ);
        assertThat(part.checked()).isBetween(1, 400);
        assertThat(part.next()).isPresent();
        assertThat(part.isConsistent()).isFalse();
    }

    @Test
    void verify_withNoTimeButForOneStepAtATime_findsAndMendsTheSame() {
        stores.fillLeased(60, _ -> 60);
        stores.fill(130);
        stores.drift(PoolKey.of(AccountState.LEASED), account(7).value(), false);
        stores.drift(PoolKey.of(AccountState.DIRTY), "000000009999", true);
        stores.drift(PoolKey.ACTIVE, "lease-8", false);
        stores.put(PoolKey.of(user("odd")), Map.of("data", AttributeValue.fromNul(true)));
        stores.drift(PoolKey.of(AccountState.FAILED), "zz", true);

        List<Finding> whole = stores.verify(false).findings();
        Verification steps = stores.verifyStepByStep(false);

        assertThat(steps.findings()).isNotEmpty().containsExactlyInAnyOrderElementsOf(whole);
        stores.verifyStepByStep(true);
        stores.verifyStepByStep(true);
        assertThat(stores.verify(false).findings()).isEmpty();
        stores.checkInvariants();
    }

    @Test
    void verify_whoseTimeIsOver_beginsNoMoreWorkAndTellsWhereToGoOn() {
        stores.fill(130);

        Verification part = stores.verifyOneStep();

        assertThat(part.checked()).isLessThan(130);
        assertThat(part.next()).isPresent();
    }

    /** Each call takes half a second, so that confirming and repairing one group takes longer than a part may. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void verify_whenEveryCallIsSlow_endsEachPartInTimeAndRepairsAll(int shards) {
        StoreFixture slow = stores.withShards(shards);
        slow.fillLeased(20, _ -> 60);
        slow.fill(40);
        slow.drift(PoolKey.ACTIVE, "lease-8", false);
        slow.loseLists();
        slow.faults.beforeEachCall(() -> slow.clock.advance(Duration.ofMillis(500)));

        int rounds = 0;
        boolean consistent;
        do {
            consistent = true;
            Optional<String> next = Optional.empty();
            do {
                Instant start = slow.clock.instant();
                Verification part =
                        slow.verifier.verify(Optional.of(StoreFixture.BY), next.map(PoolVerifier.Position::parse));
                assertThat(Duration.between(start, slow.clock.instant())).isLessThan(Duration.ofSeconds(8));
                consistent &= part.isConsistent();
                next = part.next();
            } while (next.isPresent());
            assertThat(++rounds).isLessThan(50);
        } while (!consistent);

        slow.checkInvariants();
    }

    @Test
    void verify_whenTimeIsUsedUpByConflicts_returnsThePositionItReached() {
        stores.fill(130);
        stores.drift(PoolKey.of(AccountState.DIRTY), account(120).value(), true);
        stores.faults.beforeEachCall(() -> {
            if (stores.faults.operations().getLast().equals("TransactGetItems")) {
                stores.clock.advance(Duration.ofSeconds(7));
            }
        });

        Verification part = stores.verifier.verify(Optional.empty(), Optional.empty());

        assertThat(part.next()).isPresent();
        assertThat(part.checked()).isGreaterThanOrEqualTo(100);
    }

    @Test
    void verify_neverHandsOverRecordsOfLeasesThatAreOver_andChecksNoneOfThem() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        for (int i = 0; i < 30; i++) {
            Lease over = new Lease(
                    new LeaseId("over-" + i),
                    account(1),
                    user("a"),
                    lease.created(),
                    lease.expires(),
                    0,
                    lease.terms(),
                    0,
                    Lease.Actors.creator(StoreFixture.BY),
                    LeaseLimits.DEFAULT,
                    LeaseUsage.NONE);
            stores.put(
                    PoolKey.historyOf(over.id()),
                    LeaseRows.toItem(new EndedLease(
                                    over, EndReason.RELEASED, lease.created(), Optional.of(StoreFixture.CAUSE)))
                            .attributes());
        }

        // One account, one lease, one user, nine lists and the list of labels.
        assertThat(stores.verify(false).checked()).isEqualTo(13);
    }

    static final List<AttributeValue> FORMS = List.of(
            AttributeValue.fromS(""),
            AttributeValue.fromS("000000000001"),
            AttributeValue.fromN("1"),
            AttributeValue.fromBool(false),
            AttributeValue.fromNul(true),
            AttributeValue.fromM(Map.of()),
            AttributeValue.fromL(List.of(AttributeValue.fromN("5"), AttributeValue.fromS("000000000002"))),
            AttributeValue.builder().ns("1", "2").build(),
            AttributeValue.fromB(SdkBytes.fromUtf8String("x")),
            AttributeValue.builder().bs(SdkBytes.fromUtf8String("x")).build());

    @ParameterizedTest
    @FieldSource("FORMS")
    void verify_ofListsOfAnyOtherForm_makesSetsOfWhatTheItemsSay(AttributeValue data) {
        stores.fill(4);
        Lease lease = stores.lease("a");
        for (PoolKey list : PoolKey.LISTS) {
            stores.put(list, Map.of("data", data));
        }

        assertThat(kinds(stores.verify(false))).contains(Kind.LIST_FORM);
        stores.verify(true);

        assertThat(stores.verify(false).findings()).isEmpty();
        assertThat(stores.ids(PoolKey.ACTIVE)).containsExactly(lease.id().value());
        stores.checkInvariants();
        stores.lease("b");
    }

    @Test
    void verify_ofManyBrokenItems_isNotEndedByOneThatCannotBeMended() {
        stores.fill(20);
        stores.put(PoolKey.of(account(3)), Map.of("data", AttributeValue.fromS("sold")));
        stores.put(PoolKey.of(account(4)), Map.of("data", AttributeValue.fromNul(true)));
        stores.put(
                PoolKey.of(account(5)),
                Map.of("data", AttributeValue.fromS("dirty"), "attempts", AttributeValue.fromS("x")));
        stores.put(
                PoolKey.of(account(6)),
                Map.of("data", AttributeValue.fromS("dirty"), "since", AttributeValue.fromS("yesterday")));
        stores.loseLists();

        Verification repair = stores.verify(true);

        assertThat(repair.repaired()).isEqualTo(16);
        assertThat(stores.ids(AccountState.AVAILABLE)).hasSize(16);
        assertThat(kinds(stores.verify(false))).containsExactly(Kind.UNREADABLE_ITEM);
    }

    /** DynamoDB refuses to make an item larger than 400 KB, so this account cannot be marked as dirty. */
    @Test
    void verify_whenDynamoDbRefusesARepair_mendsTheOthers() {
        stores.fill(20);
        PoolKey full = PoolKey.of(account(7));
        int used = "pk".length() + full.toString().length() + "data".length() + "leased".length() + "note".length();
        stores.put(
                full,
                Map.of(
                        "data", AttributeValue.fromS("leased"),
                        "note", AttributeValue.fromS("x".repeat(400 * 1024 - used))));
        stores.loseLists();

        stores.verify(true);

        assertThat(stores.ids(AccountState.AVAILABLE)).hasSize(19);
        assertThat(stores.verify(false).findings())
                .isNotEmpty()
                .allSatisfy(
                        finding -> assertThat(finding.id()).isEqualTo(account(7).value()));
    }
}
