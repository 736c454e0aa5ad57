package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.ExtendOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.UserId;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeaseStoreTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final LeaseId UNKNOWN = new LeaseId("unknown");

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private EndOutcome end(LeaseId id, EndReason reason) {
        return stores.leases.endLease(id, reason, Optional.empty(), StoreFixture.CAUSE);
    }

    private ExtendOutcome extend(LeaseId id, Duration by) {
        return stores.leases.extendLease(id, by, Optional.empty(), StoreFixture.BY);
    }

    @Test
    void end_keepsARecordForNinetyDays() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        stores.clock.advance(Duration.ofMinutes(1));

        EndedLease ended = new EndedLease(
                lease, EndReason.REVOKED, TestClock.START.plusSeconds(60), Optional.of(StoreFixture.CAUSE));
        assertThat(end(lease.id(), EndReason.REVOKED)).isEqualTo(new EndOutcome.Ended(ended, true));
        assertThat(stores.leases.getLease(lease.id())).contains(new LeaseRecord.Ended(ended));
        Item record = stores.item(PoolKey.historyOf(lease.id())).orElseThrow();
        assertThat(record.number("ttl"))
                .isEqualTo(ended.at().plus(Duration.ofDays(90)).getEpochSecond());
        stores.checkInvariants();
    }

    @Test
    void end_again_returnsTheSameRecordWhateverTheReason() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        end(lease.id(), EndReason.RELEASED);
        var before = stores.contents();

        assertThat(end(lease.id(), EndReason.REVOKED))
                .isEqualTo(new EndOutcome.Ended(
                        new EndedLease(lease, EndReason.RELEASED, TestClock.START, Optional.of(StoreFixture.CAUSE)),
                        false));
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void end_ofALeaseWhoseTimeIsOver_isAnExpiryWhoeverAsks() {
        stores.fill(1);
        Lease lease = stores.lease("a", 5);
        stores.clock.advance(Duration.ofMinutes(7));

        assertThat(stores.leases.getLease(lease.id()))
                .contains(new LeaseRecord.Ended(
                        new EndedLease(lease, EndReason.EXPIRED, lease.expires(), Optional.empty())));
        assertThat(end(lease.id(), EndReason.RELEASED))
                .isEqualTo(new EndOutcome.Ended(
                        new EndedLease(lease, EndReason.EXPIRED, lease.expires(), Optional.of(StoreFixture.CAUSE)),
                        true));
    }

    @Test
    void end_ofAnUnknownLease_isNotFound() {
        assertThat(end(UNKNOWN, EndReason.RELEASED)).isInstanceOf(EndOutcome.NotFound.class);
        assertThat(stores.leases.getLease(UNKNOWN)).isEmpty();
    }

    @Test
    void end_ofAnothersLease_changesNothing() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        Optional<UserId> other = Optional.of(user("b"));

        assertThat(stores.leases.endLease(lease.id(), EndReason.RELEASED, other, StoreFixture.CAUSE))
                .isInstanceOf(EndOutcome.OtherUser.class);
        assertThat(stores.leases.extendLease(lease.id(), Duration.ofMinutes(5), other, StoreFixture.BY))
                .isInstanceOf(ExtendOutcome.OtherUser.class);
        assertThat(stores.leases.getLease(lease.id())).contains(new LeaseRecord.Active(lease));
        end(lease.id(), EndReason.RELEASED);
        assertThat(stores.leases.endLease(lease.id(), EndReason.RELEASED, other, StoreFixture.CAUSE))
                .isInstanceOf(EndOutcome.OtherUser.class);
    }

    @Test
    void end_ofALeaseThatItsAccountDoesNotKnow_failsAndChangesNothing() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        stores.delete(PoolKey.of(account(1)));
        var before = stores.contents();

        assertThatThrownBy(() -> end(lease.id(), EndReason.RELEASED))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(lease.id().value());
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void end_sendsTheAccountToBeCleanedAndNotToTheNextUser() {
        stores.fill(1);
        end(stores.lease("a").id(), EndReason.RELEASED);

        assertThat(stores.accounts.getAccount(account(1)).orElseThrow().state()).isEqualTo(AccountState.DIRTY);
        assertThat(stores.ids(AccountState.AVAILABLE)).isEmpty();
    }

    @Test
    void extend_movesTheEndAndCounts() {
        stores.fill(1);
        Lease lease = stores.lease("a", 10);

        extend(lease.id(), Duration.ofMinutes(5));
        assertThat(extend(lease.id(), Duration.ofMinutes(7)))
                .isEqualTo(new ExtendOutcome.Extended(stores.extended(stores.extended(lease, 5), 7)));
        assertThat(((LeaseRecord.Active) stores.leases.getLease(lease.id()).orElseThrow())
                        .lease()
                        .expires())
                .isEqualTo(lease.expires().plus(Duration.ofMinutes(12)));
        stores.checkInvariants();
    }

    @Test
    void extend_whoseAnswerIsLost_isNotDoneTwice() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        stores.faults.loseResponseToWrite();

        assertThat(extend(lease.id(), Duration.ofMinutes(5)))
                .isEqualTo(new ExtendOutcome.Extended(stores.extended(lease, 5)));
        assertThat(stores.leases.getLease(lease.id()).orElseThrow().lease()).isEqualTo(stores.extended(lease, 5));
    }

    @Test
    void extend_toThirtyDaysInAll_isAllowed_andNotAMinuteMore() {
        stores.fill(1);
        Lease lease = stores.lease("a", 60);
        Duration rest = Lease.LONGEST.minusMinutes(60);

        assertThat(extend(lease.id(), rest.plusMinutes(1))).isEqualTo(new ExtendOutcome.BeyondLimits(lease));
        assertThat(extend(lease.id(), rest)).isInstanceOf(ExtendOutcome.Extended.class);
        assertThat(extend(lease.id(), Duration.ofMinutes(1))).isInstanceOf(ExtendOutcome.BeyondLimits.class);
    }

    @Test
    void extend_ofALeaseThatIsOver_isRefused() {
        stores.fill(2);
        Lease due = stores.lease("a", 5);
        Lease ended = stores.lease("b", 60);
        end(ended.id(), EndReason.RELEASED);
        stores.clock.advance(Duration.ofMinutes(5));

        assertThat(extend(due.id(), Duration.ofMinutes(5)))
                .isEqualTo(new ExtendOutcome.NotActive(
                        new EndedLease(due, EndReason.EXPIRED, due.expires(), Optional.empty())));
        assertThat(extend(ended.id(), Duration.ofMinutes(5))).isInstanceOf(ExtendOutcome.NotActive.class);
        assertThat(extend(UNKNOWN, Duration.ofMinutes(5))).isInstanceOf(ExtendOutcome.NotFound.class);
    }

    @Test
    void list_goesThroughAllActiveLeasesPageByPage() {
        stores.fill(7);
        List<Lease> made = new ArrayList<>();
        StoreFixture.upTo(7).forEach(i -> made.add(stores.lease("u" + i)));

        List<Lease> seen = new ArrayList<>();
        Optional<LeaseId> after = Optional.empty();
        do {
            Page<Lease, LeaseId> page = stores.leases.listActiveLeases(3, after);
            assertThat(page.items().size()).isLessThanOrEqualTo(3);
            seen.addAll(page.items());
            after = page.next();
        } while (after.isPresent());

        assertThat(seen).containsExactlyInAnyOrderElementsOf(made);
    }

    @Test
    void list_leavesOutWhatIsDueAndWhatHasNoItem() {
        stores.fill(3);
        Lease kept = stores.lease("a");
        stores.lease("b", 5);
        stores.delete(PoolKey.of(stores.lease("c").id()));
        stores.clock.advance(Duration.ofMinutes(5));

        assertThat(stores.leases.listActiveLeases(25, Optional.empty()).items()).containsExactly(kept);
    }

    @Test
    void user_withADueLease_holdsNone() {
        stores.fill(1);
        stores.lease("a", 5);
        stores.clock.advance(Duration.ofMinutes(5));

        assertThat(stores.users.getUser(user("a")).orElseThrow().lease()).isEmpty();
    }
}
