package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Unavailable;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Finding;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.SweepReport;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Half an hour of the pool's life in fast-forward: many callers do anything at once, and a minute passes after each round. */
@ParameterizedClass
@ValueSource(ints = {1, 4})
class RandomRunTest {

    @Parameter
    private int shards;

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final long SEED = 20260105;
    private static final int MINUTES = 30;
    private static final int THREADS = 16;
    private static final int OPERATIONS_OF_A_ROUND = 2;
    private static final int ACCOUNTS = 12;
    private static final int USERS = 20;
    private static final Duration LONGER_THAN_ANY_LEASE = Lease.LONGEST.plusMinutes(1);

    /** What callers do, with how often they do it. */
    private enum Operation {
        CLAIM(8),
        CLAIM_AGAIN(4),
        EXTEND(3),
        END(3),
        SWEEP(3),
        CLEAN(6),
        MARK(1),
        REMOVE(1),
        ADD(2),
        VERIFY(1);

        private final int weight;

        Operation(int weight) {
            this.weight = weight;
        }

        static Operation pick(Random random) {
            int left = random.nextInt(List.of(values()).stream()
                    .mapToInt(operation -> operation.weight)
                    .sum());
            for (Operation operation : values()) {
                left -= operation.weight;
                if (left < 0) {
                    return operation;
                }
            }
            throw new AssertionError("weights do not add up");
        }
    }

    private final Queue<Finding> findings = new ConcurrentLinkedQueue<>();
    private final Queue<SweepReport.Failure> failures = new ConcurrentLinkedQueue<>();
    private final Map<Operation, Integer> effects = new ConcurrentHashMap<>();

    @Test
    void pool_afterAnyOperationsFromManyThreads_fitsTogetherAtEveryCheckpoint() {
        StoreFixture stores = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_LIST_SHARDS, Integer.toString(shards)));
        stores.fill(ACCOUNTS);
        for (int minute = 0; minute < MINUTES; minute++) {
            long seed = SEED + 1000L * minute;
            Threads.race(THREADS, thread -> {
                        Random random = new Random(seed + thread);
                        for (int i = 0; i < OPERATIONS_OF_A_ROUND; i++) {
                            Operation operation = Operation.pick(random);
                            if (Threads.untilServed(() -> run(stores, operation, random))) {
                                effects.merge(operation, 1, Integer::sum);
                            }
                        }
                        return thread;
                    })
                    .allResults();
            assertThat(findings).as("findings in minute " + minute).isEmpty();
            assertThat(failures).as("failures in minute " + minute).isEmpty();
            stores.checkInvariants();
            stores.clock.advance(Duration.ofMinutes(1));
        }
        sweepAfterAllTerms(stores);
        assertThat(effects).as("operations that had an effect").containsOnlyKeys(Operation.values());
    }

    /** Says whether the operation had an effect. */
    private boolean run(StoreFixture stores, Operation operation, Random random) {
        return switch (operation) {
            case CLAIM -> claim(stores, random, Optional.empty());
            case CLAIM_AGAIN -> claim(stores, random, Optional.of("key" + random.nextInt(3)));
            case EXTEND ->
                leaseOf(stores, random)
                        .map(lease -> stores.leases.extendLease(
                                lease, Duration.ofMinutes(5), Optional.empty(), StoreFixture.BY))
                        .isPresent();
            case END ->
                leaseOf(stores, random)
                        .map(lease ->
                                stores.leases.endLease(lease, EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE))
                        .isPresent();
            case SWEEP -> sweep(stores);
            case CLEAN -> clean(stores, random);
            case MARK -> {
                AccountState to = random.nextBoolean() ? AccountState.AVAILABLE : AccountState.DIRTY;
                yield stores.accounts.markAccount(anyAccount(random), to, StoreFixture.CAUSE) != null;
            }
            case REMOVE -> stores.accounts.removeAccount(anyAccount(random), StoreFixture.CAUSE) != null;
            case ADD -> stores.accounts.addAccount(anyAccount(random), Optional.empty(), StoreFixture.BY) != null;
            case VERIFY -> findings.addAll(stores.verify(true).findings()) || findings.isEmpty();
        };
    }

    private static AccountId anyAccount(Random random) {
        return account(1 + random.nextInt(ACCOUNTS));
    }

    private static boolean claim(StoreFixture stores, Random random, Optional<String> key) {
        Terms terms = Terms.of(Optional.of(1 + random.nextInt(5)), Optional.empty());
        String name = "user" + random.nextInt(USERS);
        ClaimOutcome outcome = stores.claims.createLease(
                new Claim(user(name), terms, key.flatMap(value -> StoreFixture.key(name, value)), StoreFixture.BY));
        return outcome instanceof ClaimOutcome.Leased;
    }

    private static Optional<LeaseId> leaseOf(StoreFixture stores, Random random) {
        return stores.users
                .getUser(user("user" + random.nextInt(USERS)))
                .flatMap(found -> found.lease())
                .map(lease -> lease.id());
    }

    private boolean sweep(StoreFixture stores) {
        SweepReport report = stores.sweeper.sweep(StoreFixture.BY);
        report.failures().stream()
                // What others held on to for all of its time is left for the next sweep.
                .filter(failure -> !isContended(failure))
                .forEach(failures::add);
        assertThat(report.lost()).isEmpty();
        return report.ended() > 0;
    }

    private static boolean isContended(SweepReport.Failure failure) {
        return failure.cause() instanceof Unavailable refusal && refusal.code().equals("CONTENDED");
    }

    /** Without rivals nothing is in the way of a sweep: it ends every lease there is. */
    private static void sweepAfterAllTerms(StoreFixture stores) {
        stores.clock.advance(LONGER_THAN_ANY_LEASE);
        assertThat(stores.sweeper.sweep(StoreFixture.BY).failures())
                .as("failures of the last sweep")
                .isEmpty();
        assertThat(stores.ids(PoolKey.ACTIVE)).as("leases after the last sweep").isEmpty();
        stores.checkInvariants();
    }

    private static boolean clean(StoreFixture stores, Random random) {
        return stores.accounts
                .getAccount(anyAccount(random))
                .map(found -> found.cleanup()
                        .attempt()
                        .map(attempt -> stores.cleanups.finishCleanup(
                                found.id(),
                                new Cleanup.Result(attempt, random.nextInt(4) > 0),
                                Optional.empty(),
                                StoreFixture.BY))
                        .orElseGet(() -> stores.cleanups.startCleanup(found.id(), StoreFixture.BY)))
                .isPresent();
    }
}
