package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AddOutcome;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.HoldOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.RemoveOutcome;
import dev.backplane.pool.StateOutcome;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(ints = {1, 4})
class AccountRacesTest {

    @Parameter
    private int shards;

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final int THREADS = 64;

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_LIST_SHARDS, Integer.toString(shards)));
    }

    @AfterEach
    void invariantsHold() {
        stores.checkInvariants();
    }

    private static <T> List<T> of(List<? super T> outcomes, Class<T> type) {
        return outcomes.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Test
    void remove_whenItRacesAClaim_leavesTheAccountGoneOrLeased() {
        stores.fill(32);

        List<Object> outcomes = Threads.<Object>race(
                        THREADS,
                        thread -> untilServed(() -> thread % 2 == 0
                                ? stores.accounts.removeAccount(account(thread / 2 + 1), StoreFixture.CAUSE)
                                : stores.claims.createLease(claim("user" + thread))))
                .allResults();

        assertThat(of(outcomes, ClaimOutcome.Leased.class).size()
                        + of(outcomes, RemoveOutcome.Removed.class).size())
                .isEqualTo(32);
    }

    @Test
    void hold_whenItRacesAClaim_leavesTheAccountHeldOrLeasedAndHeld() {
        stores.fill(32);

        List<Object> outcomes = Threads.<Object>race(
                        THREADS,
                        thread -> untilServed(() -> thread % 2 == 0
                                ? stores.holds.holdAccount(account(thread / 2 + 1), StoreFixture.CAUSE)
                                : stores.claims.createLease(claim("user" + thread))))
                .allResults();

        assertThat(of(outcomes, HoldOutcome.Marked.class)).hasSize(32);
        assertThat(stores.ids(PoolKey.HELD)).hasSize(32);
        assertThat(stores.ids(AccountState.AVAILABLE)).isEmpty();
        assertThat(stores.ids(AccountState.LEASED))
                .hasSize(of(outcomes, ClaimOutcome.Leased.class).size());
    }

    @Test
    void quarantine_whenItRacesTheEndOfTheLease_endsItOnceAndHoldsTheAccount() {
        stores.fill(16);
        List<Lease> leases =
                IntStream.range(0, 16).mapToObj(i -> stores.lease("user" + i)).toList();

        List<Object> outcomes = Threads.<Object>race(THREADS, thread -> {
                    Lease lease = leases.get(thread % 16);
                    return untilServed(() -> thread < 32
                            ? stores.holds.quarantineAccount(lease.account(), StoreFixture.CAUSE)
                            : stores.leases.endLease(
                                    lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE));
                })
                .allResults();

        assertThat(of(outcomes, HoldOutcome.Marked.class)).hasSize(32);
        assertThat(stores.ids(PoolKey.HELD)).hasSize(16);
        assertThat(stores.ids(AccountState.DIRTY)).hasSize(16);
        assertThat(stores.ids(PoolKey.ACTIVE)).isEmpty();
    }

    @Test
    void hold_whenItRacesTheResultOfACleanup_neverMakesAHeldAccountAvailableToClaims() {
        stores.fill(16, AccountState.DIRTY);
        List<AttemptId> attempts =
                IntStream.rangeClosed(1, 16).mapToObj(stores::startCleanup).toList();

        Threads.race(32, thread -> {
                    AccountId id = account(thread / 2 + 1);
                    return untilServed(() -> thread % 2 == 0
                            ? stores.holds.holdAccount(id, StoreFixture.CAUSE)
                            : stores.cleanups.finishCleanup(
                                    id,
                                    new Cleanup.Result(attempts.get(thread / 2), true),
                                    Optional.empty(),
                                    StoreFixture.BY));
                })
                .allResults();

        assertThat(stores.ids(PoolKey.HELD)).hasSize(16);
        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.NoAccount.class);
    }

    @Test
    void startCleanup_whenManyComeAtOnce_givesOneAttempt() {
        stores.fill(1, AccountState.DIRTY);

        List<StateOutcome> outcomes = Threads.race(
                        THREADS, _ -> untilServed(() -> stores.cleanups.startCleanup(account(1), StoreFixture.BY)))
                .allResults();

        assertThat(of(outcomes, StateOutcome.InState.class)).hasSize(1);
        assertThat(of(outcomes, StateOutcome.NotAllowed.class)).hasSize(THREADS - 1);
    }

    @Test
    void add_whenManyComeAtOnce_staysWithinTheLimit() {
        StoreFixture small = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_MAX_ACCOUNTS, "10"));

        List<AddOutcome> outcomes = Threads.race(
                        THREADS,
                        thread -> untilServed(() ->
                                small.accounts.addAccount(account(thread + 1), Optional.empty(), StoreFixture.BY)))
                .allResults();

        assertThat(of(outcomes, AddOutcome.Added.class)).hasSize(10);
        assertThat(of(outcomes, AddOutcome.Full.class)).hasSize(THREADS - 10);
        assertThat(small.ids(PoolKey.ALL)).hasSize(10);
    }
}
