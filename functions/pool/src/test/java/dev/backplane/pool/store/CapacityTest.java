package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.log.Meter;
import dev.backplane.platform.testing.DynamoLocal;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Holds the round trips and capacity units that docs/data-model/pool.md states, for a pool of 50 accounts, whose lists
 * are below 1 KB, and for one of 1,000.
 *
 * <p>Of a transaction the engine counts the sum of all that it writes, rounded up once; AWS rounds up each item, and
 * charges for checks and for items that are not there. The document states what AWS charges.
 */
class CapacityTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static void assertCost(Supplier<?> work, long calls, double readUnits, double writeUnits) {
        Meter meter = new Meter();
        meter.measure(work);
        assertThat(List.of((double) meter.calls(), meter.readUnits(), meter.writeUnits()))
                .as("round trips, read units, write units")
                .containsExactly((double) calls, readUnits, writeUnits);
    }

    @Test
    void createLease_costsOneReadAndOneTransactionOfSix() {
        stores.fill(50);
        assertCost(() -> stores.leases.createLease(claim("a")), 2, 1, 2);
    }

    @Test
    void createLease_fromAPoolOfAThousand_costsWhatItsListsWeigh() {
        stores.fill(1000);
        assertCost(() -> stores.leases.createLease(claim("a")), 2, 3, 26);
    }

    @Test
    void createLease_soonAfterAnother_costsNoRead() {
        stores.fill(50);
        stores.lease("a");
        assertCost(() -> stores.leases.createLease(claim("b")), 1, 0, 2);
    }

    @Test
    void createLease_underAKeyAgain_costsOneReadAndACancelledTransaction() {
        stores.fill(50);
        stores.leases.createLease(claim("a", "key"));
        stores.clock.advance(Candidates.REMEMBERED);
        assertCost(() -> stores.leases.createLease(claim("a", "key")), 2, 1, 0);
    }

    @Test
    void createLease_ofAUserWithALease_costsOneMoreRead() {
        stores.fill(50);
        stores.lease("a");
        stores.clock.advance(Candidates.REMEMBERED);
        assertCost(() -> stores.leases.createLease(claim("a")), 3, 2, 0);
    }

    @Test
    void createLease_whenNoAccountIsLeft_costsTheListAndOneReadInOneMoment() {
        assertCost(() -> stores.leases.createLease(claim("a")), 2, 7, 0);
    }

    @Test
    void getLease_costsOneRead_andTwoWhenItIsOver() {
        stores.fill(50);
        Lease lease = stores.lease("a");
        assertCost(() -> stores.leases.getLease(lease.id()), 1, 1, 0);
        stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty());
        assertCost(() -> stores.leases.getLease(lease.id()), 2, 2, 0);
    }

    @Test
    void listActiveLeases_costsTheListAndWhatThePageHolds() {
        stores.fillLeased(40, _ -> 60);
        assertCost(() -> stores.leases.listActiveLeases(25, Optional.empty()), 2, 26, 0);
    }

    @Test
    void extendLease_costsOneReadAndOneTransactionOfOne() {
        stores.fill(50);
        Lease lease = stores.lease("a");
        assertCost(() -> stores.leases.extendLease(lease.id(), Duration.ofMinutes(5), Optional.empty()), 2, 1, 2);
    }

    @Test
    void endLease_costsOneReadAndOneTransactionOfSeven() {
        stores.fill(50);
        Lease lease = stores.lease("a");
        assertCost(() -> stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty()), 2, 1, 2);
    }

    @Test
    void accounts_costWhatTheirTransactionsHold() {
        stores.fill(50);
        assertCost(() -> stores.accounts.addAccount(account(51), Optional.empty()), 1, 0, 2);
        assertCost(() -> stores.accounts.getAccount(account(1)), 1, 1, 0);
        assertCost(() -> stores.accounts.listAccounts(Optional.empty()), 1, 1, 0);
        assertCost(() -> stores.accounts.markAccount(account(1), AccountState.DIRTY), 2, 1, 2);
        assertCost(() -> stores.accounts.markAccount(account(1), AccountState.AVAILABLE), 2, 1, 2);
        assertCost(() -> stores.accounts.removeAccount(account(1)), 1, 0, 2);
    }

    @Test
    void cleanups_costOneReadAndOneTransactionOfThreeEach() {
        stores.fill(50, AccountState.DIRTY);
        assertCost(() -> stores.accounts.startCleanup(account(1)), 2, 1, 2);
        AttemptId attempt = stores.accounts
                .getAccount(account(1))
                .orElseThrow()
                .cleanup()
                .attempt()
                .orElseThrow();
        assertCost(
                () -> stores.accounts.finishCleanup(account(1), new Cleanup.Result(attempt, true), Optional.empty()),
                2,
                1,
                2);
    }

    @Test
    void users_costOneWriteAndAReadForEachItem() {
        assertCost(() -> stores.users.addUser(user("a")), 1, 0, 1);
        assertCost(() -> stores.users.getUser(user("a")), 1, 1, 0);
        stores.fill(50);
        stores.lease("a");
        assertCost(() -> stores.users.getUser(user("a")), 2, 2, 0);
    }

    @Test
    void count_costsOneReadOfAllLists() {
        stores.fill(50);
        assertCost(() -> stores.pool.count(), 1, 2, 0);
    }

    @Test
    void sweep_withNothingDue_costsTheListTheLeasesAndOneNote() {
        stores.fillLeased(40, _ -> 60);
        assertCost(() -> stores.sweeper.sweep(), 4, 42, 1);
        assertCost(() -> stores.sweeper.sweep(), 3, 42, 0);
    }
}
