package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Unavailable;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What DynamoDB Local never does: transactions in conflict, busy partitions, and reasons of several kinds at once. */
class ScriptedCancellationsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String NONE = "None";
    private static final String CONFLICT = "TransactionConflict";
    private static final String FAILED = "ConditionalCheckFailed";
    private static final String THROTTLED = "ThrottlingError";

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.fill(3);
    }

    private long transactions() {
        return Collections.frequency(stores.faults.operations(), "TransactWriteItems");
    }

    @Test
    void claim_inConflictTwice_succeeds() {
        stores.faults.cancel(NONE, CONFLICT, NONE, NONE, NONE, NONE).cancel(NONE, NONE, CONFLICT, NONE, CONFLICT, NONE);

        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.Leased.class);
        assertThat(transactions()).isEqualTo(3);
        stores.checkInvariants();
    }

    @Test
    void claim_inConflictForEver_isUnavailableAndWritesNothing() {
        var before = stores.contents();
        stores.faults.cancelAll(NONE, CONFLICT, CONFLICT, NONE, CONFLICT, NONE);

        assertThatThrownBy(() -> stores.claims.createLease(claim("a")))
                .isInstanceOfSatisfying(
                        Unavailable.class, e -> assertThat(e.code()).isEqualTo("CONTENDED"));
        assertThat(transactions()).isEqualTo(8);
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void claim_throttledThenFree_succeeds() {
        stores.faults.cancel(NONE, THROTTLED, NONE, NONE, "ProvisionedThroughputExceeded", NONE);

        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.Leased.class);
    }

    @Test
    void claim_whoseAccountIsLostAndWhoseListIsInConflict_triesAnotherAccount() {
        stores.faults.cancel(FAILED, CONFLICT, NONE, NONE, CONFLICT, NONE);

        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.Leased.class);
        stores.checkInvariants();
    }

    @Test
    void claim_thatLosesThreeAccountsInARow_readsTheListAgainAfterEach() {
        stores.clear();
        stores.fill(5);
        for (int i = 0; i < 3; i++) {
            stores.faults.cancel(FAILED, NONE, NONE, NONE, NONE, NONE);
        }

        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.Leased.class);
        assertThat(Collections.frequency(stores.faults.operations(), "GetItem"))
                .as("reads of the template, and of the list four times")
                .isEqualTo(5);
    }

    @Test
    void claim_whoseListsAreInConflictWithoutEnd_isNeverToldThatThereIsNoAccount() {
        stores.faults.cancelAll(NONE, CONFLICT, THROTTLED, NONE, NONE, NONE);

        assertThatThrownBy(() -> stores.claims.createLease(claim("a"))).isInstanceOf(Unavailable.class);
    }

    @Test
    void claim_ofACertainAccountInConflict_isNotToldThatItIsTaken() {
        stores.faults.cancel(CONFLICT, CONFLICT, NONE, NONE, NONE, NONE);
        Claim certain = new Claim(
                user("a"), Terms.of(Optional.empty(), Optional.of(account(2))), Optional.empty(), StoreFixture.BY);

        assertThat(stores.claims.createLease(certain)).isInstanceOf(ClaimOutcome.Leased.class);
    }

    @Test
    void claim_withAReasonThatNoTryWouldChange_failsAtOnce() {
        stores.faults.cancel(NONE, "ValidationError", NONE, NONE, NONE, NONE);

        assertThatThrownBy(() -> stores.claims.createLease(claim("a"))).isInstanceOf(IllegalStateException.class);
        assertThat(transactions()).isEqualTo(1);
        stores.checkInvariants();
    }

    @Test
    void end_inConflictTwice_succeeds() {
        Lease lease = stores.lease("a");
        stores.faults
                .cancel(NONE, CONFLICT, NONE, NONE, CONFLICT, NONE, NONE)
                .cancel(NONE, NONE, CONFLICT, NONE, NONE, NONE, NONE);

        assertThat(stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE))
                .isInstanceOf(EndOutcome.Ended.class);
        stores.checkInvariants();
    }

    @Test
    void end_whoseLeaseChangedUnderIt_looksAgain() {
        Lease lease = stores.lease("a");
        stores.faults.cancel(CONFLICT, NONE, NONE, FAILED, NONE, NONE, NONE);

        assertThat(stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE))
                .isInstanceOf(EndOutcome.Ended.class);
        stores.checkInvariants();
    }

    @Test
    void end_whoseLeaseIsInConflictWhileOthersDisagree_looksAgain() {
        Lease lease = stores.lease("a");
        stores.faults.cancel(FAILED, NONE, NONE, CONFLICT, NONE, FAILED, FAILED);

        assertThat(stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE))
                .isInstanceOf(EndOutcome.Ended.class);
        stores.checkInvariants();
    }

    @Test
    void claim_repeatedWhileItsLeaseIsInConflict_isStillKnownAsARepeat() {
        Claim keyed = new Claim(
                user("a"),
                Terms.of(Optional.empty(), Optional.of(account(2))),
                StoreFixture.key("a", "k"),
                StoreFixture.BY);
        stores.claims.createLease(keyed);
        stores.faults
                .cancel(FAILED, NONE, NONE, CONFLICT, NONE, NONE, NONE)
                .cancel(NONE, NONE, NONE, CONFLICT, NONE, FAILED, NONE)
                .cancel(FAILED, NONE, NONE, NONE, NONE, NONE, CONFLICT);

        assertThat(stores.claims.createLease(keyed)).isInstanceOf(ClaimOutcome.Repeated.class);
        stores.checkInvariants();
    }

    @Test
    void sweep_inConflictForEver_reportsEachLeaseAndEndsTheRestLater() {
        stores.lease("a", 5);
        stores.lease("b", 5);
        stores.clock.advance(Duration.ofMinutes(5));
        for (int i = 0; i < 8; i++) {
            stores.faults.cancel(NONE, CONFLICT, NONE, NONE, NONE, NONE, NONE);
        }

        assertThat(stores.sweeper.sweep(StoreFixture.BY).failures()).hasSize(1);
        assertThat(stores.sweeper.sweep(StoreFixture.BY).ended()).isEqualTo(1);
        assertThat(stores.ids(AccountState.DIRTY)).hasSize(2);
        stores.checkInvariants();
    }
}
