package dev.backplane.pool.store;

import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseTemplate;
import dev.backplane.pool.NewLease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.Candidates.Candidate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Creates leases: account, lease, user and the lists that contain them change in one transaction. */
public final class ClaimStore {

    // How long a claim tries one account after another without a pause.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    // The bounds of Retry-After.
    private static final Duration SHORTEST_WAIT = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private final Dynamo dynamo;
    private final PoolSettings settings;
    private final Clock clock;
    private final Ids ids;
    private final TemplateStore templates;
    private final Candidates candidates;
    private final ClaimConflicts conflicts;
    private final LeaseEnds ends;
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
        this.ends = new LeaseEnds(dynamo, settings);
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
                .map(duration -> createLease(new NewLease(
                        id(claim), claim, template.get().limits(), duration, labels(claim, template.get()))))
                .orElseGet(() -> conflicts.withoutTerms(
                        claim, new ClaimOutcome.TooLong(template.get().limits())));
    }

    private static NavigableSet<String> labels(Claim claim, LeaseTemplate template) {
        NavigableSet<String> labels = new TreeSet<>(claim.terms().labels());
        labels.addAll(template.labels());
        return labels;
    }

    private LeaseId id(Claim claim) {
        return claim.id().orElseGet(() -> LeaseId.random(ids.next()));
    }

    private ClaimOutcome createLease(NewLease lease) {
        Claim claim = lease.claim();
        Progress progress = Progress.of(lease);
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
     * @param deadline the time from which the claim pauses after it has lost an account
     */
    private record Progress(
            NewLease lease,
            Set<AccountId> taken,
            Map<AccountId, Integer> shardOf,
            Set<LeaseId> missing,
            long deadline) {

        static Progress of(NewLease lease) {
            return new Progress(
                    lease, new HashSet<>(), new HashMap<>(), new HashSet<>(), System.nanoTime() + PATIENCE.toNanos());
        }

        LeaseId id() {
            return lease.id();
        }

        NavigableSet<String> labels() {
            return lease.labels();
        }

        /** Returns whether an attempt found that the account is not available, or in another shard. */
        boolean lost(Candidate candidate) {
            return taken.contains(candidate.account()) || shardOf.containsKey(candidate.account());
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
        Optional<Candidate> cached = progress.labels().isEmpty() ? candidates.pickCached() : Optional.empty();
        if (cached.isPresent()) {
            Attempt<ClaimOutcome> attempt = attempt(claim, cached.get(), progress);
            if (attempt instanceof Attempt.Done) {
                return attempt;
            }
            candidates.clearCache();
        }
        return leaseListed(claim, progress);
    }

    /**
     * Tries accounts until one is leased, each from a new read of the list.
     *
     * <p>An account is lost only to a claim that got it, so there is no reason to pause before the next attempt. The list
     * that contained it is older than that claim: to read it again costs less than to try a second account of it.
     */
    private Attempt<ClaimOutcome> leaseListed(Claim claim, Progress progress) {
        do {
            Candidates.Available available = candidates.read(progress.taken(), progress.labels());
            if (available.accounts().isEmpty()) {
                return new Attempt.Done<>(
                        conflicts.withoutAccount(claim, progress.id(), () -> noAccount(progress.labels())));
            }
            Candidate candidate = candidates.pick(available);
            Attempt<ClaimOutcome> attempt = attempt(claim, candidate, progress);
            if (attempt instanceof Attempt.Done) {
                return attempt;
            }
            candidates.clearCache();
            if (!progress.lost(candidate)) {
                // Another write was in progress; an immediate repeat would meet it again.
                return attempt;
            }
        } while (System.nanoTime() < progress.deadline());
        return new Attempt.Lost<>();
    }

    private ClaimOutcome noAccount(NavigableSet<String> labels) {
        Instant now = Times.now(clock);
        Optional<Instant> next = ends.nextAvailable(labels, now);
        Duration wait = next.map(at -> Duration.between(now, at)).orElse(SHORTEST_WAIT);
        return new ClaimOutcome.NoAccount(
                next, Collections.max(List.of(SHORTEST_WAIT, Collections.min(List.of(LONGEST_WAIT, wait)))));
    }

    private Attempt<ClaimOutcome> attempt(Claim claim, Candidate candidate, Progress progress) {
        AccountId account = candidate.account();
        int from = progress.shardOf().getOrDefault(account, candidate.shard());
        Lease lease = progress.lease().of(account, shards.of(account), Times.now(clock));
        ClaimWrites writes = ClaimWrites.of(progress.lease(), lease, from, settings);
        return switch (dynamo.transact(writes.transaction())) {
            case Transaction.Committed _ -> new Attempt.Done<>(new ClaimOutcome.Leased(lease));
            case Transaction.Refused refused -> explain(refused, writes, claim, progress);
        };
    }

    /** Finds the reason of a refusal: first a repeated request, then a lease of the user, last the account. */
    private Attempt<ClaimOutcome> explain(
            Transaction.Refused refused, ClaimWrites writes, Claim claim, Progress progress) {
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
                    .filter(item -> ClaimWrites.allow(progress.lease(), item))
                    .flatMap(item -> item.read(AccountRows::shardIn))
                    .ifPresentOrElse(
                            shard -> progress.shardOf().put(account, shard),
                            () -> progress.taken().add(account));
            return new Attempt.Lost<>();
        }
        throw new IllegalStateException("a claim was refused without a failed condition");
    }
}
