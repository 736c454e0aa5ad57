package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.inState;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.Account;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AddOutcome;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.RemoveOutcome;
import dev.backplane.pool.StateOutcome;
import dev.backplane.pool.Transition;
import dev.backplane.testing.DynamoLocal;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AccountStoreTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @AfterEach
    void invariantsHold() {
        stores.checkInvariants();
    }

    private StateOutcome finish(AttemptId attempt, boolean succeeded) {
        return stores.cleanups.finishCleanup(
                account(1),
                new Cleanup.Result(attempt, succeeded),
                Optional.of("why").filter(_ -> !succeeded),
                StoreFixture.BY);
    }

    /** Brings account 1 into a state by the ways there are. */
    private void bring(AccountState state) {
        switch (state) {
            case LEASED -> {
                stores.fill(1);
                stores.lease("holder");
            }
            case CLEANING -> {
                stores.fill(1, AccountState.DIRTY);
                stores.startCleanup(1);
            }
            default -> stores.fill(1, state);
        }
    }

    @Test
    void add_again_changesNothing() {
        stores.fill(1);
        var before = stores.contents();

        assertThat(stores.accounts.addAccount(account(1), Optional.of("name"), StoreFixture.BY))
                .isEqualTo(new AddOutcome.Exists(AccountState.AVAILABLE));
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void add_toAFullPool_isRefused_butOneThatIsThereIsKnown() {
        StoreFixture small = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_MAX_ACCOUNTS, "2"));
        small.fill(2);
        var before = small.contents();

        assertThat(small.accounts.addAccount(account(3), Optional.empty(), StoreFixture.BY))
                .isEqualTo(new AddOutcome.Full(2));
        assertThat(small.accounts.addAccount(account(1), Optional.empty(), StoreFixture.BY))
                .isInstanceOf(AddOutcome.Exists.class);
        assertThat(small.contents()).isEqualTo(before);
    }

    @Test
    void add_keepsTheName() {
        stores.accounts.addAccount(account(1), Optional.of("Sandbox 1"), StoreFixture.BY);
        stores.accounts.markAccount(account(1), AccountState.AVAILABLE, StoreFixture.CAUSE);
        stores.lease("a");

        Account found = stores.accounts.getAccount(account(1)).orElseThrow();
        assertThat(found.name()).contains("Sandbox 1");
        assertThat(found.lease()).isPresent();
    }

    @ParameterizedTest
    @EnumSource(AccountState.class)
    void mark_goesWhereTheContractAllows_andNowhereElse(AccountState from) {
        for (AccountState to : new AccountState[] {AccountState.AVAILABLE, AccountState.DIRTY, AccountState.FAILED}) {
            stores.clear();
            bring(from);
            var before = stores.contents();
            StateOutcome outcome = stores.accounts.markAccount(account(1), to, StoreFixture.CAUSE);
            boolean allowed = Transition.byOperator(to).orElseThrow().startsAt(from);
            if (allowed || from == to) {
                assertThat(inState(outcome).state()).isEqualTo(to);
            } else {
                assertThat(outcome).isEqualTo(new StateOutcome.NotAllowed(from, to));
            }
            if (!allowed) {
                assertThat(stores.contents()).isEqualTo(before);
            }
            stores.checkInvariants();
        }
    }

    @Test
    void mark_ofAnUnknownAccount_isNotFound() {
        assertThat(stores.accounts.markAccount(account(9), AccountState.DIRTY, StoreFixture.CAUSE))
                .isInstanceOf(StateOutcome.NotFound.class);
        assertThat(stores.rows()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = AccountState.class, names = "LEASED", mode = EnumSource.Mode.EXCLUDE)
    void remove_worksInEveryStateButLeased(AccountState state) {
        bring(state);

        assertThat(stores.accounts.removeAccount(account(1), StoreFixture.CAUSE))
                .isInstanceOf(RemoveOutcome.Removed.class);
        assertThat(stores.accounts.removeAccount(account(1), StoreFixture.CAUSE))
                .isInstanceOf(RemoveOutcome.NotFound.class);
        assertThat(stores.pool.count().all()).isZero();
    }

    @Test
    void remove_ofALeasedAccount_namesTheLease() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        var before = stores.contents();

        assertThat(stores.accounts.removeAccount(account(1), StoreFixture.CAUSE))
                .isEqualTo(new RemoveOutcome.Leased(Optional.of(lease.id())));
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void remove_takesAnAccountAlsoFromListsWhereItShouldNotBe() {
        stores.fill(1, AccountState.DIRTY);
        stores.drift(PoolKey.of(AccountState.AVAILABLE), account(1).value(), true);

        stores.accounts.removeAccount(account(1), StoreFixture.CAUSE);

        assertThat(stores.ids(AccountState.AVAILABLE)).isEmpty();
    }

    @Test
    void cleanup_thatSucceeds_makesTheAccountAvailable() {
        stores.fill(1, AccountState.DIRTY);
        AttemptId attempt = stores.startCleanup(1);

        Account cleaned = inState(finish(attempt, true));

        assertThat(cleaned.state()).isEqualTo(AccountState.AVAILABLE);
        assertThat(cleaned.cleanup().attempts()).isZero();
        assertThat(stores.accounts.getAccount(account(1))).contains(cleaned);
    }

    @Test
    void cleanup_thatFailsThreeTimes_givesUp_andCountsAnewByHand() {
        stores.fill(1, AccountState.INITIAL);
        for (int number = 1; number <= 3; number++) {
            Account cleaning = inState(stores.cleanups.startCleanup(account(1), StoreFixture.BY));
            assertThat(cleaning.cleanup().attempts()).isEqualTo(number);
            Account failed = inState(finish(cleaning.cleanup().attempt().orElseThrow(), false));
            assertThat(failed.state()).isEqualTo(number < 3 ? AccountState.DIRTY : AccountState.FAILED);
            assertThat(failed.cleanup().message()).contains("why");
        }
        assertThat(stores.ids(AccountState.FAILED)).containsExactly(account(1).value());

        assertThat(inState(stores.cleanups.startCleanup(account(1), StoreFixture.BY))
                        .cleanup()
                        .attempts())
                .isEqualTo(1);
    }

    @Test
    void cleanup_afterALease_countsFromOne() {
        stores.fill(1, AccountState.DIRTY);
        finish(stores.startCleanup(1), false);
        finish(stores.startCleanup(1), true);
        stores.leases.endLease(stores.lease("a").id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);

        assertThat(inState(stores.cleanups.startCleanup(account(1), StoreFixture.BY))
                        .cleanup()
                        .attempts())
                .isEqualTo(1);
    }

    @Test
    void cleanup_whileOneIsUnderWay_isRefused() {
        stores.fill(1, AccountState.DIRTY);
        stores.startCleanup(1);

        assertThat(stores.cleanups.startCleanup(account(1), StoreFixture.BY))
                .isEqualTo(new StateOutcome.NotAllowed(AccountState.CLEANING, AccountState.CLEANING));
        assertThat(stores.cleanups.startCleanup(account(2), StoreFixture.BY)).isInstanceOf(StateOutcome.NotFound.class);
    }

    @Test
    void cleanup_withTheResultOfAnEarlierAttempt_isStale() {
        stores.fill(1, AccountState.DIRTY);
        AttemptId first = stores.startCleanup(1);
        finish(first, false);
        AttemptId second = stores.startCleanup(1);

        assertThat(finish(first, true)).isInstanceOf(StateOutcome.Stale.class);
        assertThat(finish(new AttemptId("made-up"), true)).isInstanceOf(StateOutcome.Stale.class);
        assertThat(inState(finish(second, true)).state()).isEqualTo(AccountState.AVAILABLE);
    }

    @Test
    void cleanup_withTheSameResultAgain_isAnsweredAgain_andWithAnotherIsStale() {
        stores.fill(1, AccountState.DIRTY);
        AttemptId attempt = stores.startCleanup(1);
        finish(attempt, true);
        stores.lease("a");
        var before = stores.contents();

        assertThat(inState(finish(attempt, true)).state()).isEqualTo(AccountState.LEASED);
        assertThat(finish(attempt, false)).isInstanceOf(StateOutcome.Stale.class);
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void count_tellsEveryState() {
        stores.fill(4);
        stores.lease("a");
        stores.accounts.markAccount(
                stores.accounts.listAccounts(AccountList.AVAILABLE).getFirst(),
                AccountState.FAILED,
                StoreFixture.CAUSE);

        assertThat(stores.pool.count().all()).isEqualTo(4);
        assertThat(stores.pool.count().accounts())
                .containsEntry(AccountState.AVAILABLE, 2)
                .containsEntry(AccountState.LEASED, 1)
                .containsEntry(AccountState.FAILED, 1)
                .containsEntry(AccountState.DIRTY, 0);
        assertThat(stores.pool.count().activeLeases()).isEqualTo(1);
    }
}
