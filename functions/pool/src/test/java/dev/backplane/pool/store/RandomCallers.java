package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Unavailable;
import dev.backplane.pool.AccessOutcome;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AddOutcome;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Budget;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.CleanupAttempt.Report;
import dev.backplane.pool.CleanupRun;
import dev.backplane.pool.CleanupStep;
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
import dev.backplane.pool.RemoveOutcome;
import dev.backplane.pool.Revocation;
import dev.backplane.pool.Spend;
import dev.backplane.pool.SpendOutcome;
import dev.backplane.pool.StateOutcome;
import dev.backplane.pool.SweepReport;
import dev.backplane.pool.UserId;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** What callers of a pool do, at random and all at once. */
final class RandomCallers {

    /** The number of accounts that callers use. */
    static final int ACCOUNTS = 16;

    /** How often an account is cleaned by one run at most. */
    static final int MAX_ATTEMPTS = 3;

    private static final int USERS = 20;
    private static final List<String> LABELS = List.of("eu", "gpu", "large");
    private static final String TEMPLATE_NAME = "course";

    /** What callers do, with how often they do it. */
    enum Operation {
        CLAIM(10),
        CLAIM_AGAIN(4),
        CLAIM_ACCOUNT(2),
        EXTEND(3),
        END(3),
        SWEEP(3),
        CLEAN(12),
        MARK(6),
        REMOVE(1),
        ADD(4),
        LABEL(3),
        CLAIM_LABELED(10),
        HOLD(1),
        RELEASE(4),
        QUARANTINE(1),
        MEMBERS(2),
        SPEND(2),
        ISSUE(4),
        REVOKE(6),
        REFUSE_REVOCATION(1),
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

    final Queue<Finding> findings = new ConcurrentLinkedQueue<>();
    final Queue<SweepReport.Failure> failures = new ConcurrentLinkedQueue<>();
    final AtomicInteger warned = new AtomicInteger();

    private final StoreFixture stores;
    private final boolean cleaning;

    /**
     * Creates callers of a pool.
     *
     * @param cleaning whether the stage cleans its accounts itself
     */
    RandomCallers(StoreFixture stores, boolean cleaning) {
        this.stores = stores;
        this.cleaning = cleaning;
        stores.templates.putTemplate(template(new Random(0)), StoreFixture.BY);
    }

    /** Performs an operation; returns whether it had an effect. */
    boolean run(Operation operation, Random random) {
        return switch (operation) {
            case CLAIM -> claim(random, Optional.empty());
            case CLAIM_AGAIN -> claim(random, Optional.of("key" + random.nextInt(3)));
            case CLAIM_ACCOUNT -> claimAccount(random);
            case EXTEND ->
                leaseOf(random)
                        .map(lease -> stores.leases.extendLease(
                                lease, Duration.ofMinutes(5), Optional.empty(), StoreFixture.BY))
                        .isPresent();
            case END ->
                leaseOf(random)
                        .map(lease ->
                                stores.leases.endLease(lease, EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE))
                        .isPresent();
            case SWEEP -> sweep();
            case CLEAN -> cleaning ? cleanInRun(random) : clean(random);
            case MARK -> mark(random);
            case REMOVE ->
                stores.accounts.removeAccount(anyAccount(random), StoreFixture.CAUSE) instanceof RemoveOutcome.Removed;
            case ADD ->
                stores.accounts.addAccount(anyAccount(random), Optional.empty(), StoreFixture.BY)
                        instanceof AddOutcome.Added;
            case LABEL -> label(random);
            case CLAIM_LABELED -> claimLabeled(random);
            case HOLD -> stores.holds.holdAccount(anyAccount(random), StoreFixture.CAUSE) instanceof HoldOutcome.Marked;
            case RELEASE ->
                stores.holds.releaseAccount(anyAccount(random), StoreFixture.CAUSE) instanceof HoldOutcome.Marked;
            case QUARANTINE ->
                stores.holds.quarantineAccount(anyAccount(random), StoreFixture.CAUSE) instanceof HoldOutcome.Marked;
            case MEMBERS -> members(random);
            case SPEND -> spend(random);
            case ISSUE -> issue(random);
            case REVOKE -> revoke(random);
            case REFUSE_REVOCATION -> refuseRevocation(random);
            case TEMPLATE -> stores.templates.putTemplate(template(random), StoreFixture.BY);
            case OTHER_TEMPLATE -> otherTemplate(random);
            case USER ->
                stores.users.addUser(user("guest" + random.nextInt(USERS))).isEmpty();
            case READ -> read(random);
            case VERIFY -> findings.addAll(stores.verify(true).findings()) || findings.isEmpty();
        };
    }

    /** Creates or deletes a template that no lease uses. */
    private boolean otherTemplate(Random random) {
        LeaseLimits limits = new LeaseLimits("other", Duration.ofHours(1), 3, Optional.empty());
        return random.nextBoolean()
                ? stores.templates.putTemplate(
                        new LeaseTemplate(Duration.ofMinutes(10), limits, new TreeSet<>()), StoreFixture.BY)
                : stores.templates.deleteTemplate("other");
    }

    /** Reads what other threads change, page by page. */
    private boolean read(Random random) {
        assertThat(stores.accounts.listAccounts(AccountList.ALL)).doesNotHaveDuplicates();
        assertThat(stores.accounts.listAccounts(AccountList.LEASED))
                .allMatch(id -> id.value().length() == 12);
        assertThat(stores.accounts.listAccounts(AccountList.HELD)).doesNotHaveDuplicates();
        assertThat(stores.pool.count().activeLeases()).isBetween(0, ACCOUNTS);
        assertThat(stores.details
                        .listDetails(AccountList.ALL, 5, Optional.empty())
                        .items())
                .extracting(details -> details.account().id())
                .isSorted()
                .doesNotHaveDuplicates();
        stores.templates.listTemplates(10, Optional.empty());
        stores.history.read(anyAccount(random));
        stores.cleanups.listAttempts(anyAccount(random), 10, Optional.empty());
        return !stores.leases.listActiveLeases(5, Optional.empty()).items().isEmpty();
    }

    private boolean label(Random random) {
        return stores.labels.putLabels(anyAccount(random), anyLabels(random), StoreFixture.BY)
                instanceof LabelOutcome.Labeled;
    }

    private static NavigableSet<String> anyLabels(Random random) {
        return LABELS.stream().filter(_ -> random.nextBoolean()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static NavigableSet<String> anyLabel(Random random) {
        return new TreeSet<>(Set.of(LABELS.get(random.nextInt(LABELS.size()))));
    }

    private boolean claimLabeled(Random random) {
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

    private boolean members(Random random) {
        NavigableSet<UserId> members = new TreeSet<>(Set.of(user("member" + random.nextInt(3))));
        return leaseOf(random)
                .map(lease -> stores.members.setMembers(lease, members, Optional.empty(), StoreFixture.BY))
                .filter(MembersOutcome.Changed.class::isInstance)
                .isPresent();
    }

    private boolean spend(Random random) {
        Spend spend = new Spend(BigDecimal.valueOf(random.nextInt(120)), "EUR", stores.clock.instant());
        return leaseOf(random)
                .map(lease -> stores.spend.reportSpend(lease, spend, StoreFixture.BY))
                .filter(SpendOutcome.Reported.class::isInstance)
                .isPresent();
    }

    /** Records that credentials are issued, as it is done before STS is called. */
    private boolean issue(Random random) {
        return leaseOf(random)
                .flatMap(stores.leases::getLease)
                .filter(LeaseRecord.Active.class::isInstance)
                .map(found -> stores.access.recordIssue(found.lease(), Optional.empty()))
                .filter(AccessOutcome.Permitted.class::isInstance)
                .isPresent();
    }

    /** Records that sessions were revoked, as it is done after IAM has answered. */
    private boolean revoke(Random random) {
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

    private boolean claim(Random random, Optional<String> key) {
        Terms terms = Terms.of(Optional.of(1 + random.nextInt(5)), Optional.empty());
        String name = "user" + random.nextInt(USERS);
        ClaimOutcome outcome = stores.claims.createLease(
                new Claim(user(name), terms, key.flatMap(value -> StoreFixture.key(name, value)), StoreFixture.BY));
        return outcome instanceof ClaimOutcome.Leased;
    }

    private Optional<LeaseId> leaseOf(Random random) {
        return stores.users
                .getUser(user("user" + random.nextInt(USERS)))
                .flatMap(found -> found.lease())
                .map(lease -> lease.id());
    }

    private boolean sweep() {
        SweepReport report = stores.sweeper.sweep(StoreFixture.BY);
        report.failures().stream()
                // What others held on to for all of its time is left for the next sweep.
                .filter(failure -> !isContended(failure))
                .forEach(failures::add);
        assertThat(report.lost()).isEmpty();
        warned.addAndGet(report.warned());
        return report.ended() > 0;
    }

    private boolean isContended(SweepReport.Failure failure) {
        return failure.cause() instanceof Unavailable refusal && refusal.code().equals("CONTENDED");
    }

    private boolean mark(Random random) {
        AccountState to = switch (random.nextInt(6)) {
            case 0 -> AccountState.FAILED;
            case 1 -> AccountState.DIRTY;
            default -> AccountState.AVAILABLE;
        };
        return stores.accounts.markAccount(anyAccount(random), to, StoreFixture.CAUSE) instanceof StateOutcome.InState;
    }

    private boolean claimAccount(Random random) {
        Terms terms = Terms.of(Optional.of(1 + random.nextInt(5)), Optional.of(anyAccount(random)));
        ClaimOutcome outcome = stores.claims.createLease(
                new Claim(user("user" + random.nextInt(USERS)), terms, Optional.empty(), StoreFixture.BY));
        if (outcome instanceof ClaimOutcome.Leased(Lease lease)) {
            assertThat(terms.account()).contains(lease.account());
        }
        // Rarely is the account available and the user without a lease.
        return true;
    }

    /** Records that an account refused to revoke sessions. */
    private boolean refuseRevocation(Random random) {
        stores.revocations.recordFailure(anyAccount(random));
        return true;
    }

    /** Does what the workflow does, and what late or repeated tasks of it do. */
    private boolean cleanInRun(Random random) {
        List<AccountId> dirty = new ArrayList<>(stores.accounts.listAccounts(AccountList.DIRTY));
        dirty.addAll(stores.accounts.listAccounts(AccountList.CLEANING));
        AccountId id = dirty.isEmpty() ? anyAccount(random) : dirty.get(random.nextInt(dirty.size()));
        Optional<Account> account = stores.accounts.getAccount(id);
        Optional<CleanupRun> run = account.flatMap(found -> found.cleanup().run());
        if (run.isEmpty()) {
            return false;
        }
        int number = random.nextInt(4) == 0
                ? 1 + random.nextInt(MAX_ATTEMPTS)
                : account.get().cleanup().attempts() + 1;
        return switch (random.nextInt(8)) {
            case 0 -> {
                stores.cleanups.abandon(id, run.get(), "interrupted", StoreFixture.BY);
                yield false;
            }
            case 1, 2, 3, 4 ->
                stores.cleanups.begin(id, run.get(), number, StoreFixture.BY) instanceof CleanupStep.Begun;
            default -> {
                AttemptId attempt = account.get()
                        .cleanup()
                        .attempt()
                        .orElseGet(() -> run.get().attempt(number));
                Report report = Report.of(random.nextInt(4) > 0, Optional.empty());
                yield stores.cleanups.finish(id, attempt, report, StoreFixture.BY) instanceof CleanupStep.Cleaned;
            }
        };
    }

    private boolean clean(Random random) {
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
