package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.ExtendOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(ints = {1, 4})
class RacesTest {

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
    void claim_whenFiftyUsersRaceForTwentyAccounts_leasesEachAccountOnce() {
        stores.fill(20);
        AtomicInteger next = new AtomicInteger();

        // 64 threads work off the claims of 50 users.
        List<ClaimOutcome> outcomes = Threads.race(THREADS, _ -> {
                    List<ClaimOutcome> mine = new ArrayList<>();
                    for (int user = next.getAndIncrement(); user < 50; user = next.getAndIncrement()) {
                        Claim claim = claim("user" + user);
                        mine.add(untilServed(() -> stores.claims.createLease(claim)));
                    }
                    return mine;
                })
                .allResults()
                .stream()
                .flatMap(List::stream)
                .toList();

        assertThat(of(outcomes, ClaimOutcome.Leased.class))
                .hasSize(20)
                .extracting(leased -> leased.lease().account())
                .doesNotHaveDuplicates();
        assertThat(of(outcomes, ClaimOutcome.NoAccount.class)).hasSize(30);
        assertThat(stores.ids(PoolKey.ACTIVE)).hasSize(20);
    }

    @Test
    void claim_whenOneUserSendsManyAtOnce_leasesOneAccount() {
        stores.fill(20);

        List<ClaimOutcome> outcomes = Threads.race(
                        THREADS, _ -> untilServed(() -> stores.claims.createLease(claim("bill"))))
                .allResults();

        List<ClaimOutcome.Leased> leased = of(outcomes, ClaimOutcome.Leased.class);
        assertThat(leased).hasSize(1);
        assertThat(of(outcomes, ClaimOutcome.HasLease.class))
                .hasSize(THREADS - 1)
                .allMatch(has -> has.lease().equals(leased.getFirst().lease().id()));
        assertThat(stores.ids(AccountState.AVAILABLE)).hasSize(19);
    }

    @Test
    void claim_whenOneUserRepeatsAKeyManyTimesAtOnce_leasesOneAccountAndAnswersItToAll() {
        stores.fill(20);

        List<ClaimOutcome> outcomes = Threads.race(
                        THREADS, _ -> untilServed(() -> stores.claims.createLease(claim("bill", "key"))))
                .allResults();

        assertThat(of(outcomes, ClaimOutcome.Leased.class)).hasSize(1);
        Lease lease = of(outcomes, ClaimOutcome.Leased.class).getFirst().lease();
        assertThat(of(outcomes, ClaimOutcome.Repeated.class))
                .hasSize(THREADS - 1)
                .allMatch(repeated -> repeated.lease().equals(lease));
    }

    @Test
    void claim_whenAnswersGetLostAndCallersTryAgainUnderTheirKeys_leasesEachAccountOnce() {
        stores.fill(20);
        Random chance = new Random(7);
        stores.faults.crashAfterTransactions(() -> {
            synchronized (chance) {
                return chance.nextInt(3) == 0;
            }
        });
        AtomicInteger next = new AtomicInteger();

        List<ClaimOutcome> outcomes = Threads.race(THREADS, _ -> {
                    List<ClaimOutcome> mine = new ArrayList<>();
                    for (int user = next.getAndIncrement(); user < 50; user = next.getAndIncrement()) {
                        mine.add(insist(claim("user" + user, "key" + user)));
                    }
                    return mine;
                })
                .allResults()
                .stream()
                .flatMap(List::stream)
                .toList();

        List<LeaseId> leases = new ArrayList<>();
        of(outcomes, ClaimOutcome.Leased.class)
                .forEach(made -> leases.add(made.lease().id()));
        of(outcomes, ClaimOutcome.Repeated.class)
                .forEach(made -> leases.add(made.lease().id()));
        assertThat(leases).hasSize(20).doesNotHaveDuplicates();
        assertThat(of(outcomes, ClaimOutcome.Repeated.class)).isNotEmpty();
        assertThat(of(outcomes, ClaimOutcome.NoAccount.class)).hasSize(30);
    }

    /** Asks until there is an answer, as a caller does whose connection broke. */
    private ClaimOutcome insist(Claim claim) {
        while (true) {
            try {
                return untilServed(() -> stores.claims.createLease(claim));
            } catch (FaultInjection.Crash e) {
                assertThat(claim.id()).isPresent();
            }
        }
    }

    @Test
    void end_whenUserOperatorAndSweeperComeAtOnce_recordsOneReason() {
        stores.fill(1);
        Lease lease = stores.lease("bill", 5);
        stores.clock.advance(Duration.ofMinutes(5));

        List<Integer> ended = Threads.race(
                        THREADS,
                        thread -> untilServed(() -> switch (thread % 3) {
                            case 0 -> stores.sweeper.sweep(StoreFixture.BY).ended();
                            case 1 -> endedNow(lease.id(), EndReason.RELEASED);
                            default -> endedNow(lease.id(), EndReason.REVOKED);
                        }))
                .allResults();

        assertThat(ended.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
        assertThat(stores.ids(AccountState.DIRTY)).containsExactly(account(1).value());
    }

    private int endedNow(LeaseId id, EndReason reason) {
        return stores.leases.endLease(id, reason, Optional.empty(), StoreFixture.CAUSE)
                                instanceof EndOutcome.Ended(var _, boolean now)
                        && now
                ? 1
                : 0;
    }

    @Test
    void extend_whenManyComeAtOnce_addsUp() {
        stores.fill(1);
        Lease lease = stores.lease("bill", 60);

        List<ExtendOutcome> outcomes = Threads.race(
                        16,
                        _ -> untilServed(() -> stores.leases.extendLease(
                                lease.id(), Duration.ofMinutes(10), Optional.empty(), StoreFixture.BY)))
                .allResults();

        assertThat(outcomes).hasOnlyElementsOfType(ExtendOutcome.Extended.class);
        assertThat(stores.users
                        .getUser(lease.user())
                        .orElseThrow()
                        .lease()
                        .orElseThrow()
                        .expires())
                .isEqualTo(lease.expires().plus(Duration.ofMinutes(160)));
    }

    @Test
    void extend_whenItRacesTheEnd_leavesALeaseThatIsExtendedOrOver() {
        stores.fill(32);
        List<Lease> leases =
                StoreFixture.upTo(32).mapToObj(i -> stores.lease("u" + i, 60)).toList();

        Threads.race(THREADS, thread -> {
                    LeaseId id = leases.get(thread / 2).id();
                    return untilServed(() -> thread % 2 == 0
                            ? stores.leases.extendLease(id, Duration.ofMinutes(5), Optional.empty(), StoreFixture.BY)
                            : stores.leases.endLease(id, EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE));
                })
                .allResults();

        assertThat(stores.ids(PoolKey.ACTIVE)).isEmpty();
        assertThat(stores.ids(AccountState.DIRTY)).hasSize(32);
    }
}
