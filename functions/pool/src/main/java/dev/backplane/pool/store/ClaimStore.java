package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.HOLD;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.REGISTERED;
import static dev.backplane.pool.store.Attributes.SHARD;
import static dev.backplane.pool.store.Attributes.SINCE;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseTemplate;
import dev.backplane.pool.NewLease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Transition;
import dev.backplane.pool.store.Candidates.Candidate;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Creates leases: account, lease, user and the lists that contain them change in one transaction. */
public final class ClaimStore {

    // After three lost races the candidate list is stale; read it again.
    private static final int CANDIDATES_PER_READ = 3;

    private final Dynamo dynamo;
    private final PoolSettings settings;
    private final Clock clock;
    private final Ids ids;
    private final TemplateStore templates;
    private final Candidates candidates;
    private final ClaimConflicts conflicts;
    private final Shards shards;

    ClaimStore(Dynamo dynamo, PoolSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.ids = platform.ids();
        PoolReader reader = new PoolReader(dynamo, settings);
        this.shards = reader.shards();
        this.templates = new TemplateStore(dynamo, settings, clock);
        this.candidates = new Candidates(reader, clock);
        this.conflicts = new ClaimConflicts(dynamo, settings, clock, reader);
    }

    /** Creates a lease with the values that its template has, or had up to {@link TemplateStore#CACHE_AGE} ago. */
    public ClaimOutcome createLease(Claim claim) {
        String name = claim.terms().template().orElse(LeaseTemplate.DEFAULT);
        Optional<LeaseTemplate> template = templates.findCached(name);
        if (template.isEmpty()) {
            return conflicts.withoutTerms(claim, new ClaimOutcome.UnknownTemplate(name));
        }
        return template.get()
                .duration(claim.terms().minutes())
                .map(duration -> createLease(
                        new NewLease(id(claim), claim, template.get().limits(), duration)))
                .orElseGet(() -> conflicts.withoutTerms(
                        claim, new ClaimOutcome.TooLong(template.get().limits())));
    }

    private LeaseId id(Claim claim) {
        return claim.id().orElseGet(() -> LeaseId.random(ids.next()));
    }

    private ClaimOutcome createLease(NewLease lease) {
        Claim claim = lease.claim();
        Progress progress = new Progress(lease, new HashSet<>(), new HashMap<>(), new HashSet<>());
        return dynamo.retry()
                .run(() -> claim.terms()
                        .account()
                        .map(account -> leaseRequested(claim, account, progress))
                        .orElseGet(() -> leaseAny(claim, progress)));
    }

    /**
     * What the attempts of one claim try to create, and what they have learned.
     *
     * @param taken accounts that are not available
     * @param shardOf accounts that are in another shard than expected
     * @param missing leases that the user's item names and that do not exist
     */
    private record Progress(
            NewLease lease, Set<AccountId> taken, Map<AccountId, Integer> shardOf, Set<LeaseId> missing) {

        LeaseId id() {
            return lease.id();
        }
    }

    private Attempt<ClaimOutcome> leaseRequested(Claim claim, AccountId account, Progress progress) {
        Attempt<ClaimOutcome> attempt = attempt(claim, new Candidate(account, shards.of(account)), progress);
        return attempt instanceof Attempt.Lost && progress.taken().contains(account)
                ? new Attempt.Done<>(new ClaimOutcome.AccountTaken(account))
                : attempt;
    }

    /**
     * Tries an account from the cached list first, to save the read; only a read can show that no account is available.
     */
    private Attempt<ClaimOutcome> leaseAny(Claim claim, Progress progress) {
        Optional<Candidate> cached = candidates.pickCached();
        if (cached.isPresent()) {
            Attempt<ClaimOutcome> attempt = attempt(claim, cached.get(), progress);
            if (attempt instanceof Attempt.Done) {
                return attempt;
            }
            candidates.clearCache();
        }
        return leaseListed(claim, progress);
    }

    private Attempt<ClaimOutcome> leaseListed(Claim claim, Progress progress) {
        Candidates.Available available = candidates.read(progress.taken());
        if (available.accounts().isEmpty()) {
            Duration retryAfter = available.retryAfter(Times.now(clock));
            return new Attempt.Done<>(conflicts.withoutAccount(claim, progress.id(), retryAfter));
        }
        for (Candidate account : candidates.pick(available, CANDIDATES_PER_READ)) {
            Attempt<ClaimOutcome> attempt = attempt(claim, account, progress);
            if (attempt instanceof Attempt.Done) {
                return attempt;
            }
        }
        candidates.clearCache();
        return new Attempt.Lost<>();
    }

    private Attempt<ClaimOutcome> attempt(Claim claim, Candidate candidate, Progress progress) {
        AccountId account = candidate.account();
        int from = progress.shardOf().getOrDefault(account, candidate.shard());
        Lease lease = progress.lease().of(account, shards.of(account), Times.now(clock));
        Writes writes = writes(claim, lease, from);
        return switch (dynamo.transact(writes.transaction())) {
            case Transaction.Committed _ -> new Attempt.Done<>(new ClaimOutcome.Leased(lease));
            case Transaction.Refused refused -> explain(refused, writes, claim, progress);
        };
    }

    /** Finds the reason of a refusal: first a repeated request, then a lease of the user, last the account. */
    private Attempt<ClaimOutcome> explain(Transaction.Refused refused, Writes writes, Claim claim, Progress progress) {
        if (refused.failed(writes.lease())) {
            return new Attempt.Done<>(conflicts.repeated(claim, progress.id(), refused.current(writes.lease())));
        }
        if (writes.history().isPresent()) {
            Action history = writes.history().get();
            if (refused.failed(history)) {
                return new Attempt.Done<>(conflicts.repeatedLate(claim, progress.id(), refused.current(history)));
            }
            if (!refused.held(writes.lease()) || !refused.held(history)) {
                // A conflict at these items leaves open whether the request is a repeat.
                return new Attempt.Lost<>();
            }
        }
        if (refused.failed(writes.user())) {
            return conflicts.ofUser(claim, refused.current(writes.user()), progress.missing());
        }
        if (refused.failed(writes.account())) {
            AccountId account = writes.accountId();
            // An account that is available nevertheless is in another shard.
            refused.current(writes.account())
                    .filter(ClaimStore::isAvailable)
                    .flatMap(item -> item.read(AccountRows::shardIn))
                    .ifPresentOrElse(
                            shard -> progress.shardOf().put(account, shard),
                            () -> progress.taken().add(account));
            return new Attempt.Lost<>();
        }
        throw new IllegalStateException("a claim was refused without a failed condition");
    }

    private static boolean isAvailable(Item account) {
        return AccountRows.state(AccountState.AVAILABLE)
                        .equals(account.attributes().get(DATA))
                && !account.attributes().containsKey(HOLD);
    }

    /**
     * The transaction of one attempt, with the actions whose conditions can fail.
     *
     * @param history present if the claim has an idempotency key
     */
    private record Writes(
            Transaction transaction,
            AccountId accountId,
            Action account,
            Action lease,
            Action user,
            Optional<Action> history) {}

    private Writes writes(Claim claim, Lease lease, int from) {
        String table = settings.table();
        String account = lease.account().value();
        AttributeValue now = Values.text(Times.format(lease.created()));
        Transaction all = new Transaction();
        Action leased = all.update(table, PoolKey.of(lease.account()).attributes(), leased(claim, lease, from));
        all.update(table, PoolKey.of(AccountState.AVAILABLE).shard(from).attributes(), Shards.removing(account));
        all.update(table, PoolKey.of(Transition.CLAIM.to()).shard(lease.shard()).attributes(), Shards.adding(account));
        Action created = all.put(table, LeaseRows.toItem(lease), absent(PK));
        all.update(
                table,
                PoolKey.ACTIVE.shard(lease.shard()).attributes(),
                Shards.adding(lease.id().value()));
        Action user = all.update(table, PoolKey.of(lease.user()).attributes(), holding(lease, now));
        // The lease of an earlier request with the same key may have ended, so that only its history is left.
        Optional<Action> history = claim.id().isPresent()
                ? Optional.of(all.check(table, PoolKey.historyOf(lease.id()).attributes(), absent(PK)))
                : Optional.empty();
        return new Writes(all, lease.account(), leased, created, user, history);
    }

    private static ItemUpdate leased(Claim claim, Lease lease, int from) {
        return AccountRows.by(Cause.of(claim.actor()))
                .set(DATA, AccountRows.state(Transition.CLAIM.to()))
                .set(SINCE, Values.text(Times.format(lease.created())))
                .set(LEASE_ID, Values.text(lease.id().value()))
                .setOrRemove(SHARD, AccountRows.number(lease.shard()))
                .onlyIf(
                        equal(DATA, AccountRows.state(AccountState.AVAILABLE)),
                        equal(SHARD, AccountRows.number(from)),
                        absent(HOLD));
    }

    private ItemUpdate holding(Lease lease, AttributeValue now) {
        return new ItemUpdate()
                .set(DATA, LeaseRows.holding(lease))
                .setIfAbsent(REGISTERED, now)
                .onlyIf(absent(DATA), settings.selfRegistration() ? Condition.NONE : exists(PK));
    }
}
