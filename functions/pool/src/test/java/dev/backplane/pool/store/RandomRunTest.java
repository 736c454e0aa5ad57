package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Unavailable;
import dev.backplane.pool.AccessOutcome;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Budget;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Finding;
import dev.backplane.pool.HoldOutcome;
import dev.backplane.pool.LabelOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.LeaseTemplate;
import dev.backplane.pool.MembersOutcome;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Revocation;
import dev.backplane.pool.Spend;
import dev.backplane.pool.SpendOutcome;
import dev.backplane.pool.SweepReport;
import dev.backplane.pool.UserId;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Half an hour of the pool's life in fast-forward: many callers do anything at once, and a minute passes after each
 * round. After each round the invariants hold, and after each 1,000 steps a verification finds nothing.
 */
@ParameterizedClass
@ValueSource(ints = {1, 4})
class RandomRunTest {

    @Parameter
    private int shards;

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final long SEED = 20260105;
    private static final int MINUTES = 32;
    private static final int THREADS = 16;
    private static final int OPERATIONS_OF_A_ROUND = 4;
    private static final int ROUNDS_OF_A_CHECKPOINT = 1000 / (THREADS * OPERATIONS_OF_A_ROUND);
    private static final int ACCOUNTS = 12;
    private static final int USERS = 20;
    private static final List<String> LABELS = List.of("eu", "gpu", "large");
    private static final String TEMPLATE_NAME = "course";
    private static final Duration LONGER_THAN_ANY_LEASE = Lease.LONGEST.plusMinutes(1);

    /** What callers do, with how often they do it. */
    private enum Operation {
        CLAIM(10),
        CLAIM_AGAIN(4),
        EXTEND(3),
        END(3),
        SWEEP(3),
        CLEAN(8),
        MARK(3),
        REMOVE(1),
        ADD(2),
        LABEL(3),
        CLAIM_LABELED(10),
        HOLD(1),
        RELEASE(4),
        QUARANTINE(1),
        MEMBERS(2),
        SPEND(2),
        ISSUE(4),
        REVOKE(6),
        TEMPLATE(1),
        OTHER_TEMPLATE(1),
        USER(1),
        READ(2),
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
    private final AtomicInteger warned = new AtomicInteger();

    @Test
    void pool_afterAnyOperationsFromManyThreads_fitsTogetherAtEveryCheckpoint() {
        StoreFixture stores = new StoreFixture(
                DYNAMO,
                Map.of(
                        PoolSettings.POOL_LIST_SHARDS,
                        Integer.toString(shards),
                        PoolSettings.LEASE_WARNING_MINUTES,
                        "4,2"));
        stores.fill(ACCOUNTS);
        stores.templates.putTemplate(template(new Random(SEED)), StoreFixture.BY);
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
            if (minute % ROUNDS_OF_A_CHECKPOINT == ROUNDS_OF_A_CHECKPOINT - 1) {
                assertThat(stores.verify(false).findings()).isEmpty();
            }
            stores.clock.advance(Duration.ofMinutes(1));
        }
        sweepAfterAllTerms(stores);
        assertThat(effects).as("operations that had an effect").containsOnlyKeys(Operation.values());
        assertThat(warned.get()).as("warnings").isPositive();
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
            case LABEL -> label(stores, random);
            case CLAIM_LABELED -> claimLabeled(stores, random);
            case HOLD -> stores.holds.holdAccount(anyAccount(random), StoreFixture.CAUSE) instanceof HoldOutcome.Marked;
            case RELEASE ->
                stores.holds.releaseAccount(anyAccount(random), StoreFixture.CAUSE) instanceof HoldOutcome.Marked;
            case QUARANTINE ->
                stores.holds.quarantineAccount(anyAccount(random), StoreFixture.CAUSE) instanceof HoldOutcome.Marked;
            case MEMBERS -> members(stores, random);
            case SPEND -> spend(stores, random);
            case ISSUE -> issue(stores, random);
            case REVOKE -> revoke(stores, random);
            case TEMPLATE -> stores.templates.putTemplate(template(random), StoreFixture.BY);
            case OTHER_TEMPLATE -> otherTemplate(stores, random);
            case USER ->
                stores.users.addUser(user("guest" + random.nextInt(USERS))).isEmpty();
            case READ -> read(stores, random);
            case VERIFY -> findings.addAll(stores.verify(true).findings()) || findings.isEmpty();
        };
    }

    /** Creates or deletes a template that no lease uses. */
    private static boolean otherTemplate(StoreFixture stores, Random random) {
        LeaseLimits limits = new LeaseLimits("other", Duration.ofHours(1), 3, Optional.empty());
        return random.nextBoolean()
                ? stores.templates.putTemplate(
                        new LeaseTemplate(Duration.ofMinutes(10), limits, new TreeSet<>()), StoreFixture.BY)
                : stores.templates.deleteTemplate("other");
    }

    /** Reads what other threads change, page by page. */
    private static boolean read(StoreFixture stores, Random random) {
        assertThat(stores.accounts.listAccounts(Optional.empty())).doesNotHaveDuplicates();
        assertThat(stores.accounts.listAccounts(Optional.of(AccountState.LEASED)))
                .allMatch(id -> id.value().length() == 12);
        assertThat(stores.accounts.listHeldAccounts()).doesNotHaveDuplicates();
        assertThat(stores.pool.count().activeLeases()).isBetween(0, ACCOUNTS);
        stores.templates.listTemplates(10, Optional.empty());
        stores.history.read(anyAccount(random));
        stores.cleanups.listAttempts(anyAccount(random), 10, Optional.empty());
        return !stores.leases.listActiveLeases(5, Optional.empty()).items().isEmpty();
    }

    private static boolean label(StoreFixture stores, Random random) {
        return stores.labels.putLabels(anyAccount(random), anyLabels(random), StoreFixture.BY)
                instanceof LabelOutcome.Labeled;
    }

    private static NavigableSet<String> anyLabels(Random random) {
        return LABELS.stream().filter(_ -> random.nextBoolean()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static NavigableSet<String> anyLabel(Random random) {
        return new TreeSet<>(Set.of(LABELS.get(random.nextInt(LABELS.size()))));
    }

    private static boolean claimLabeled(StoreFixture stores, Random random) {
        Terms terms = new Terms(
                Optional.of(5 + random.nextInt(5)), Optional.empty(), Optional.of(TEMPLATE_NAME), anyLabel(random));
        ClaimOutcome outcome = stores.claims.createLease(
                new Claim(user("user" + random.nextInt(USERS)), terms, Optional.empty(), StoreFixture.BY));
        if (outcome instanceof ClaimOutcome.Leased(Lease lease)) {
            assertThat(lease.limits().template()).isEqualTo(TEMPLATE_NAME);
            return true;
        }
        return false;
    }

    /** Returns a template whose budget one report of costs may reach. */
    private static LeaseTemplate template(Random random) {
        Budget budget = new Budget(BigDecimal.valueOf(50 + random.nextInt(50)), "EUR", Budget.AtLimit.END);
        return new LeaseTemplate(
                Duration.ofMinutes(10),
                new LeaseLimits(TEMPLATE_NAME, Duration.ofHours(1), 3, Optional.of(budget)),
                random.nextBoolean() ? new TreeSet<>() : anyLabel(random));
    }

    private static boolean members(StoreFixture stores, Random random) {
        NavigableSet<UserId> members = new TreeSet<>(Set.of(user("member" + random.nextInt(3))));
        return leaseOf(stores, random)
                .map(lease -> stores.members.setMembers(lease, members, Optional.empty(), StoreFixture.BY))
                .filter(MembersOutcome.Changed.class::isInstance)
                .isPresent();
    }

    private static boolean spend(StoreFixture stores, Random random) {
        Spend spend = new Spend(BigDecimal.valueOf(random.nextInt(120)), "EUR", stores.clock.instant());
        return leaseOf(stores, random)
                .map(lease -> stores.spend.reportSpend(lease, spend, StoreFixture.BY))
                .filter(SpendOutcome.Reported.class::isInstance)
                .isPresent();
    }

    /** Records that credentials are issued, as it is done before STS is called. */
    private static boolean issue(StoreFixture stores, Random random) {
        return leaseOf(stores, random)
                .flatMap(stores.leases::getLease)
                .filter(LeaseRecord.Active.class::isInstance)
                .map(found -> stores.access.recordIssue(found.lease(), Optional.empty()))
                .filter(AccessOutcome.Permitted.class::isInstance)
                .isPresent();
    }

    /** Records that sessions were revoked, as it is done after IAM has answered. */
    private static boolean revoke(StoreFixture stores, Random random) {
        return stores.revocations
                .getAccount(anyAccount(random))
                .flatMap(account -> account.marks()
                        .revocation()
                        .filter(Revocation::isPending)
                        .flatMap(pending -> stores.revocations.recordDone(account, pending)))
                .isPresent();
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
        warned.addAndGet(report.warned());
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
