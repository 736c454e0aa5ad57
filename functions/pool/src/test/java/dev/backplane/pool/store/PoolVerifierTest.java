package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Finding;
import dev.backplane.pool.Finding.Kind;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.LeaseUsage;
import dev.backplane.pool.Verification;
import dev.backplane.testing.DynamoLocal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class PoolVerifierTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    /** Verifies, repairs, and expects that nothing is left to find. */
    private List<Finding> repaired() {
        var before = stores.contents();
        List<Finding> found = stores.verify(false).findings();
        assertThat(stores.contents()).isEqualTo(before);

        Verification repair = stores.verify(true);

        assertThat(repair.findings()).isEqualTo(found);
        assertThat(repair.isConsistent()).isFalse();
        assertThat(repair.repaired()).isEqualTo(found.size());
        assertThat(stores.verify(true).findings()).isEmpty();
        stores.checkInvariants();
        return found;
    }

    private Lease lease(String user) {
        stores.fill(3);
        return stores.lease(user);
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    @Test
    void verify_ofAPoolThatFitsTogether_findsNothing() {
        assertThat(stores.verify(false).isConsistent()).isTrue();
        lease("a");
        stores.leases.endLease(stores.lease("b").id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);
        stores.users.addUser(user("c"));

        assertThat(stores.verify(true).findings()).isEmpty();
    }

    @Test
    void verify_ofAnIdInTwoLists_namesIdListsAndItem_andTheItemWins() {
        stores.fill(2);
        stores.drift(PoolKey.of(AccountState.DIRTY), account(1).value(), true);

        assertThat(repaired()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.ACCOUNT_LISTS);
            assertThat(finding.id()).isEqualTo(account(1).value());
            assertThat(finding.lists())
                    .containsExactly("account_status#all", "account_status#available", "account_status#dirty");
            assertThat(finding.item()).contains("available");
        });
        assertThat(stores.ids(AccountState.AVAILABLE)).contains(account(1).value());
    }

    @Test
    void verify_ofHeldAccounts_findsWhatContradictsTheirHolds_andTheItemWins() {
        stores.fill(3);
        stores.hold(1);
        stores.hold(2);
        assertThat(stores.verify(false).findings()).isEmpty();
        stores.drift(PoolKey.HELD, account(1).value(), false);
        stores.drift(PoolKey.of(AccountState.AVAILABLE), account(2).value(), true);
        stores.drift(PoolKey.HELD, account(3).value(), true);

        assertThat(repaired())
                .extracting(Finding::id, Finding::kind)
                .containsExactly(
                        tuple(account(1).value(), Kind.ACCOUNT_HOLD),
                        tuple(account(2).value(), Kind.ACCOUNT_LISTS),
                        tuple(account(3).value(), Kind.ACCOUNT_HOLD));
        assertThat(stores.ids(PoolKey.HELD))
                .containsExactly(account(1).value(), account(2).value());
        assertThat(stores.ids(AccountState.AVAILABLE))
                .containsExactly(account(3).value());
    }

    @Test
    void verify_ofAnAccountInNoList_listsIt() {
        stores.fill(2);
        stores.drift(PoolKey.ALL, account(1).value(), false);
        stores.drift(PoolKey.of(AccountState.AVAILABLE), account(1).value(), false);

        assertThat(repaired()).extracting(Finding::kind).containsExactly(Kind.ACCOUNT_LISTS);
        assertThat(stores.ids(PoolKey.ALL)).hasSize(2);
    }

    @Test
    void verify_ofAListedIdWithoutItem_takesItFromTheLists() {
        stores.fill(2);
        stores.delete(PoolKey.of(account(1)));

        assertThat(repaired()).extracting(Finding::kind).containsExactly(Kind.ACCOUNT_WITHOUT_ITEM);
    }

    @Test
    void verify_ofAListedLeaseWithoutItem_takesItFromTheList() {
        stores.drift(PoolKey.ACTIVE, "gone", true);

        assertThat(repaired()).extracting(Finding::kind).containsExactly(Kind.LEASE_WITHOUT_ITEM);
    }

    @Test
    void verify_ofALeaseThatIsNotListed_listsIt() {
        Lease lease = lease("a");
        stores.drift(PoolKey.ACTIVE, lease.id().value(), false);

        assertThat(repaired()).extracting(Finding::kind).containsExactly(Kind.LEASE_LISTS);
        assertThat(stores.leases.getLease(lease.id())).contains(new LeaseRecord.Active(lease));
    }

    @Test
    void verify_ofALeaseWhoseItemIsGone_freesItsAccountAndItsUser() {
        Lease lease = lease("a");
        stores.delete(PoolKey.of(lease.id()));

        assertThat(repaired())
                .extracting(Finding::kind)
                .containsExactlyInAnyOrder(Kind.LEASE_WITHOUT_ITEM, Kind.ACCOUNT_LEASE, Kind.USER_LEASE);
        assertThat(stores.accounts.getAccount(lease.account()).orElseThrow().state())
                .isEqualTo(AccountState.DIRTY);
        stores.lease("a");
    }

    @Test
    void verify_ofALeasedAccountThatSaysItIsAvailable_keepsItForWhoHoldsIt() {
        Lease lease = lease("a");
        stores.put(PoolKey.of(lease.account()), Map.of("data", text("available")));
        stores.drift(PoolKey.of(AccountState.LEASED), lease.account().value(), false);
        stores.drift(PoolKey.of(AccountState.AVAILABLE), lease.account().value(), true);

        assertThat(repaired()).extracting(Finding::kind).containsExactly(Kind.LEASE_ACCOUNT);
        assertThat(stores.accounts.getAccount(lease.account()).orElseThrow().lease())
                .contains(lease.id());
    }

    @Test
    void verify_ofALeaseWhoseAccountIsGone_endsIt() {
        Lease lease = lease("a");
        stores.delete(PoolKey.of(lease.account()));

        assertThat(repaired())
                .extracting(Finding::kind)
                .containsExactlyInAnyOrder(Kind.LEASE_ACCOUNT, Kind.ACCOUNT_WITHOUT_ITEM);
        assertThat(stores.leases.getLease(lease.id()).orElseThrow())
                .isInstanceOfSatisfying(
                        LeaseRecord.Ended.class,
                        over -> assertThat(over.ended().reason()).isEqualTo(EndReason.REVOKED));
    }

    @Test
    void verify_ofTwoLeasesOfOneAccount_keepsTheOneThatTheAccountNames() {
        Lease kept = lease("a");
        Lease other = new Lease(
                new LeaseId("other"),
                kept.account(),
                user("b"),
                kept.created(),
                kept.expires(),
                0,
                kept.terms(),
                0,
                Lease.Actors.creator(StoreFixture.BY),
                LeaseLimits.DEFAULT,
                LeaseUsage.NONE);
        stores.put(PoolKey.of(other.id()), LeaseRows.toItem(other).attributes());

        assertThat(repaired()).extracting(Finding::id).containsOnly(other.id().value());
        assertThat(stores.leases.getLease(kept.id())).contains(new LeaseRecord.Active(kept));
        assertThat(stores.leases.getLease(other.id()).orElseThrow()).isInstanceOf(LeaseRecord.Ended.class);
    }

    @Test
    void verify_ofTwoLeasesOfOneUser_keepsTheOneThatTheUserNames() {
        Lease kept = lease("a");
        Lease other = stores.lease("b");
        Lease moved = new Lease(
                other.id(),
                other.account(),
                kept.user(),
                other.created(),
                other.expires(),
                0,
                other.terms(),
                0,
                Lease.Actors.creator(StoreFixture.BY),
                LeaseLimits.DEFAULT,
                LeaseUsage.NONE);
        stores.put(PoolKey.of(other.id()), LeaseRows.toItem(moved).attributes());

        assertThat(repaired()).extracting(Finding::kind).containsExactlyInAnyOrder(Kind.LEASE_USER, Kind.USER_LEASE);
        assertThat(stores.leases.getLease(kept.id())).contains(new LeaseRecord.Active(kept));
        assertThat(stores.accounts.getAccount(other.account()).orElseThrow().state())
                .isEqualTo(AccountState.DIRTY);
    }

    @Test
    void verify_ofAUserWhoDoesNotKnowTheirLease_tellsThem() {
        Lease lease = lease("a");
        stores.put(PoolKey.of(lease.user()), Map.of());

        assertThat(repaired()).extracting(Finding::kind).containsExactly(Kind.LEASE_USER);
        assertThat(stores.users.getUser(lease.user()).orElseThrow().lease()).contains(lease);
    }

    @Test
    void verify_ofAListOfTheOldForm_makesASetOfIt() {
        stores.fill(2);
        stores.put(
                PoolKey.of(AccountState.AVAILABLE),
                Map.of(
                        "data",
                        AttributeValue.fromL(List.of(
                                text(account(1).value()), text(account(2).value())))));
        stores.put(PoolKey.ACTIVE, Map.of("data", AttributeValue.fromL(List.of())));

        assertThat(repaired()).extracting(Finding::kind).containsExactly(Kind.LIST_FORM, Kind.LIST_FORM);
        assertThat(stores.ids(AccountState.AVAILABLE)).hasSize(2);
    }

    @Test
    void verify_ofAnItemThatCannotBeRead_reportsItAndLeavesItAlone() {
        stores.fill(1);
        stores.put(PoolKey.of(account(1)), Map.of("data", text("sold")));

        Verification verification = stores.verify(true);

        assertThat(verification.findings()).extracting(Finding::kind).containsExactly(Kind.UNREADABLE_ITEM);
        assertThat(verification.repaired()).isZero();
    }
}
