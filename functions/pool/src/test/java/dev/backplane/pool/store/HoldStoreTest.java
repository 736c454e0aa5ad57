package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.pool.store.StoreFixture.inState;
import static dev.backplane.pool.store.StoreFixture.marked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Hold;
import dev.backplane.pool.HoldOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.RemoveOutcome;
import dev.backplane.pool.StateOutcome;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@ParameterizedClass
@ValueSource(ints = {1, 4})
class HoldStoreTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final Cause ANN = new Cause(Actor.user("ann"), Optional.of("bill"));

    @Parameter
    private int shards;

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_LIST_SHARDS, Integer.toString(shards)));
    }

    @AfterEach
    void invariantsHold() {
        stores.checkInvariants();
        assertThat(stores.verify(false).findings()).isEmpty();
    }

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

    @ParameterizedTest
    @EnumSource(AccountState.class)
    void hold_andRelease_workInEveryState(AccountState state) {
        bring(state);
        AccountState after = state == AccountState.CLEANING ? AccountState.DIRTY : state;

        Account held = marked(stores.holds.holdAccount(account(1), ANN));

        assertThat(held.state()).isEqualTo(after);
        assertThat(held.marks().hold()).contains(new Hold(stores.clock.instant(), false, ANN));
        assertThat(stores.accounts.getAccount(account(1))).contains(held);
        assertThat(stores.accounts.listAccounts(AccountList.HELD)).containsExactly(account(1));
        stores.checkInvariants();

        Account released = marked(stores.holds.releaseAccount(account(1), StoreFixture.CAUSE));

        assertThat(released.isHeld()).isFalse();
        assertThat(stores.accounts.getAccount(account(1))).contains(released);
        assertThat(stores.accounts.listAccounts(AccountList.HELD)).isEmpty();
        assertThat(stores.ids(after)).containsExactly(account(1).value());
    }

    @Test
    void hold_again_keepsWhoHoldsAndWhy() {
        stores.fill(1);
        Account first = marked(stores.holds.holdAccount(account(1), ANN));
        stores.clock.advance(Duration.ofHours(1));
        var before = stores.contents();

        assertThat(marked(stores.holds.holdAccount(account(1), StoreFixture.CAUSE)))
                .isEqualTo(first);
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void release_withoutAHold_changesNothing() {
        stores.fill(1);
        var before = stores.contents();

        assertThat(marked(stores.holds.releaseAccount(account(1), ANN)).isHeld())
                .isFalse();
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void unknownAccounts_areNotFound() {
        assertThat(stores.holds.holdAccount(account(9), ANN)).isInstanceOf(HoldOutcome.NotFound.class);
        assertThat(stores.holds.releaseAccount(account(9), ANN)).isInstanceOf(HoldOutcome.NotFound.class);
        assertThat(stores.holds.quarantineAccount(account(9), ANN)).isInstanceOf(HoldOutcome.NotFound.class);
        assertThat(stores.rows()).isEmpty();
    }

    @Test
    void heldAccount_isNeitherClaimedNorListedAsAvailable() {
        stores.fill(1);
        stores.hold(1);

        assertThat(stores.accounts.listAccounts(AccountList.AVAILABLE)).isEmpty();
        assertThat(stores.pool.count().held()).isEqualTo(1);
        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.NoAccount.class);
        Terms terms = Terms.of(Optional.empty(), Optional.of(account(1)));
        assertThat(stores.claims.createLease(
                        new Claim(StoreFixture.user("a"), terms, Optional.empty(), StoreFixture.BY)))
                .isEqualTo(new ClaimOutcome.AccountTaken(account(1)));

        stores.holds.releaseAccount(account(1), ANN);

        assertThat(stores.lease("a").account()).isEqualTo(account(1));
    }

    @Test
    void heldAccount_thatAStaleListNames_isNotClaimed() {
        stores.fill(1);
        stores.hold(1);
        PoolKey list = PoolKey.of(AccountState.AVAILABLE).shard(new Shards(shards).of(account(1)));
        stores.drift(list, account(1).value(), true);

        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.NoAccount.class);

        stores.drift(list, account(1).value(), false);
    }

    @Test
    void heldAccount_isNotRemoved() {
        stores.fill(1);
        Hold hold = stores.hold(1).marks().hold().orElseThrow();
        var before = stores.contents();

        assertThat(stores.accounts.removeAccount(account(1), ANN)).isEqualTo(new RemoveOutcome.Held(hold));
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void heldAccount_isNotCleaned() {
        stores.fill(1, AccountState.DIRTY);
        Hold hold = stores.hold(1).marks().hold().orElseThrow();

        assertThat(stores.cleanups.startCleanup(account(1), StoreFixture.BY)).isEqualTo(new StateOutcome.Held(hold));

        stores.holds.releaseAccount(account(1), ANN);
        stores.startCleanup(1);
    }

    @Test
    void heldAccount_thatIsMarkedAsAvailable_isListedOnlyAfterItsRelease() {
        stores.fill(1, AccountState.DIRTY);
        stores.hold(1);

        assertThat(inState(stores.accounts.markAccount(account(1), AccountState.AVAILABLE, ANN))
                        .state())
                .isEqualTo(AccountState.AVAILABLE);

        stores.checkInvariants();
        assertThat(stores.ids(AccountState.AVAILABLE)).isEmpty();
        stores.holds.releaseAccount(account(1), ANN);
        assertThat(stores.ids(AccountState.AVAILABLE))
                .containsExactly(account(1).value());
    }

    @Test
    void hold_duringACleanup_fencesTheAttempt_whichDoesNotCount() {
        stores.fill(1, AccountState.DIRTY);
        AttemptId first = stores.startCleanup(1);
        finish(first, false);
        AttemptId second = stores.startCleanup(1);

        Account held = stores.hold(1);

        assertThat(held.cleanup().attempts()).isEqualTo(1);
        assertThat(held.cleanup().attempt()).isEmpty();
        assertThat(finish(second, true)).isInstanceOf(StateOutcome.Stale.class);
        assertThat(finish(second, false)).isInstanceOf(StateOutcome.Stale.class);
        assertThat(stores.accounts.getAccount(account(1))).contains(held);
    }

    private StateOutcome finish(AttemptId attempt, boolean succeeded) {
        return stores.cleanups.finishCleanup(
                account(1), new Cleanup.Result(attempt, succeeded), Optional.empty(), StoreFixture.BY);
    }

    @Test
    void leasedAccount_thatIsHeld_staysLeased_andIsHeldAfterItsLease() {
        stores.fill(1);
        Lease lease = stores.lease("a");

        assertThat(stores.hold(1).lease()).contains(lease.id());
        stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);

        Account after = stores.accounts.getAccount(account(1)).orElseThrow();
        assertThat(after.state()).isEqualTo(AccountState.DIRTY);
        assertThat(after.isHeld()).isTrue();
    }

    @Test
    void quarantine_ofALeasedAccount_endsTheLeaseAndHoldsTheAccount() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        stores.clock.advance(Duration.ofMinutes(1));

        Account account = marked(stores.holds.quarantineAccount(account(1), ANN));

        assertThat(stores.accounts.getAccount(account(1))).contains(account);
        assertThat(account.state()).isEqualTo(AccountState.DIRTY);
        assertThat(account.marks().hold()).contains(new Hold(stores.clock.instant(), true, ANN));
        assertThat(stores.leases.getLease(lease.id()))
                .contains(new LeaseRecord.Ended(
                        lease.ended(EndReason.QUARANTINED, stores.clock.instant(), Optional.of(ANN))));
    }

    @Test
    void quarantine_thatIsRepeated_changesNothing() {
        stores.fill(1);
        stores.lease("a");
        Account first = marked(stores.holds.quarantineAccount(account(1), ANN));
        stores.clock.advance(Duration.ofMinutes(1));
        var before = stores.contents();

        assertThat(marked(stores.holds.quarantineAccount(account(1), StoreFixture.CAUSE)))
                .isEqualTo(first);
        assertThat(marked(stores.holds.holdAccount(account(1), StoreFixture.CAUSE)))
                .isEqualTo(first);
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void quarantine_ofAHeldAccount_takesThePlaceOfTheHold() {
        stores.fill(2);
        stores.hold(1);
        stores.lease("a");
        stores.hold(2);

        assertThat(marked(stores.holds.quarantineAccount(account(1), ANN))
                        .marks()
                        .hold())
                .contains(new Hold(stores.clock.instant(), true, ANN));
        assertThat(marked(stores.holds.quarantineAccount(account(2), ANN)).state())
                .isEqualTo(AccountState.DIRTY);
    }

    @Test
    void quarantine_ofAnAccountWhoseLeaseIsUnknown_isRefused() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        var item = stores.item(PoolKey.of(lease.id())).orElseThrow().attributes();
        stores.put(PoolKey.of(lease.id()), Map.of("data", AttributeValue.fromS("damaged")));

        assertThat(stores.holds.quarantineAccount(account(1), ANN)).isInstanceOf(HoldOutcome.UnknownLease.class);

        stores.delete(PoolKey.of(lease.id()));
        assertThat(stores.holds.quarantineAccount(account(1), ANN)).isInstanceOf(HoldOutcome.UnknownLease.class);
        stores.put(PoolKey.of(lease.id()), item);
    }

    @Test
    void hold_whoseAnswerWasLost_isRepeatedByTheClientWithoutASecondChange() {
        stores.fill(1);
        stores.faults.loseResponseToWrite();

        Account held = marked(stores.holds.holdAccount(account(1), ANN));

        assertThat(stores.accounts.getAccount(account(1))).contains(held);
    }
}
