package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.AddOutcome;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.RemoveOutcome;
import dev.backplane.pool.StateOutcome;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    void startCleanup_whenManyComeAtOnce_givesOneAttempt() {
        stores.fill(1, AccountState.DIRTY);

        List<StateOutcome> outcomes = Threads.race(
                        THREADS, _ -> untilServed(() -> stores.accounts.startCleanup(account(1), StoreFixture.BY)))
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
