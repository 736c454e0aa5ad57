package dev.backplane.pool.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.Lease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.RandomCallers.Operation;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Half an hour of the pool's life in fast-forward: many callers do anything at once, and a minute passes after each
 * round. After each round the invariants hold, and after each 1,000 steps a verification finds nothing.
 */
@ParameterizedClass
@CsvSource({"1, false", "4, false", "4, true"})
class RandomRunTest {

    @Parameter(0)
    private int shards;

    /** Whether the stage cleans its accounts itself. */
    @Parameter(1)
    private boolean cleaning;

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final long SEED = 20260105;
    private static final int MINUTES = 32;
    private static final int THREADS = 16;
    private static final int OPERATIONS_OF_A_ROUND = 4;
    private static final int ROUNDS_OF_A_CHECKPOINT = 1000 / (THREADS * OPERATIONS_OF_A_ROUND);
    private static final int ACCOUNTS = 12;
    private static final Duration LONGER_THAN_ANY_LEASE = Lease.LONGEST.plusMinutes(1);

    private final Map<Operation, Integer> effects = new ConcurrentHashMap<>();

    @Test
    void pool_afterAnyOperationsFromManyThreads_fitsTogetherAtEveryCheckpoint() {
        StoreFixture stores = new StoreFixture(
                DYNAMO,
                Map.of(
                        PoolSettings.POOL_LIST_SHARDS,
                        Integer.toString(shards),
                        PoolSettings.POOL_CLEANING,
                        Boolean.toString(cleaning),
                        PoolSettings.LEASE_WARNING_MINUTES,
                        "4,2"));
        stores.fill(ACCOUNTS);
        RandomCallers callers = new RandomCallers(stores, cleaning);
        for (int minute = 0; minute < MINUTES; minute++) {
            round(callers, SEED + 1000L * minute);
            assertThat(callers.findings).as("findings in minute " + minute).isEmpty();
            assertThat(callers.failures).as("failures in minute " + minute).isEmpty();
            stores.checkInvariants();
            checkTerms(stores.rows());
            if (minute % ROUNDS_OF_A_CHECKPOINT == ROUNDS_OF_A_CHECKPOINT - 1) {
                assertThat(stores.verify(false).findings()).isEmpty();
            }
            stores.clock.advance(Duration.ofMinutes(1));
        }
        sweepAfterAllTerms(stores);
        assertThat(effects).as("operations that had an effect").containsOnlyKeys(Operation.values());
        assertThat(callers.warned.get()).as("warnings").isPositive();
    }

    private void round(RandomCallers callers, long seed) {
        Threads.race(THREADS, thread -> {
                    Random random = new Random(seed + thread);
                    for (int i = 0; i < OPERATIONS_OF_A_ROUND; i++) {
                        Operation operation = Operation.pick(random);
                        if (Threads.untilServed(() -> callers.run(operation, random))) {
                            effects.merge(operation, 1, Integer::sum);
                        }
                    }
                    return thread;
                })
                .allResults();
    }

    /** Each threshold has one record as soon as it is reached, a lease at its budget has ended, and attempts are few. */
    private static void checkTerms(List<Item> rows) {
        Map<String, Set<Long>> published = new HashMap<>();
        for (Item row : rows) {
            String[] key = row.text("pk").split("#", -1);
            if (key[0].equals("lease_budget")) {
                published.computeIfAbsent(key[1], _ -> new TreeSet<>()).add(row.number("threshold"));
            }
        }
        for (Item row : rows) {
            String[] key = row.text("pk").split("#", -1);
            if (key[0].equals("lease_id") || key[0].equals("lease_history")) {
                long reached = row.attributes().containsKey("reached") ? row.number("reached") : 0;
                Set<Long> expected = new TreeSet<>(List.of(50L, 80L, 100L));
                expected.removeIf(threshold -> threshold > reached);
                assertThat(published.getOrDefault(key[1], Set.of()))
                        .as(row.text("pk"))
                        .isEqualTo(expected);
                assertThat(key[0].equals("lease_id") && reached == 100)
                        .as(row.text("pk") + " is active at its budget")
                        .isFalse();
            } else if (key[0].equals("account_id") && row.attributes().containsKey("attempts")) {
                assertThat(row.number("attempts")).as(row.text("pk")).isBetween(1L, (long) RandomCallers.MAX_ATTEMPTS);
            }
        }
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
}
