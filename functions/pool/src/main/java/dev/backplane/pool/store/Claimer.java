package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.REGISTERED;
import static dev.backplane.pool.store.Attributes.SHARD;
import static dev.backplane.pool.store.Attributes.SINCE;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Transition;
import dev.backplane.pool.store.Candidates.Candidate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Leases accounts: account, lease, user and the lists that they are in change together or not at all. */
final class Claimer {

    // The order of the actions, which is the order of the reasons when the transaction is cancelled.
    private static final int ACCOUNT = 0;
    private static final int LEASE = 3;
    private static final int USER = 5;
    private static final int HISTORY = 6;

    // After so many that somebody else was faster with, the list has become too old to go on with.
    private static final int CANDIDATES_OF_ONE_READ = 3;

    private final Dynamo dynamo;
    private final PoolSettings settings;
    private final Clock clock;
    private final Chance chance;
    private final Candidates candidates;
    private final Standing standing;
    private final Shards shards;

    Claimer(Dynamo dynamo, PoolSettings settings, Clock clock, Chance chance) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = clock;
        this.chance = chance;
        this.candidates = new Candidates(dynamo, settings, clock, chance.random());
        this.shards = new Shards(settings.listShards());
        this.standing = new Standing(dynamo, settings, clock);
    }

    ClaimOutcome claim(Claim claim) {
        LeaseId id = claim.key()
                .map(LeaseId::of)
                .orElseGet(() -> LeaseId.random(chance.ids().next()));
        Progress progress = new Progress(id, new HashSet<>(), new HashMap<>(), new HashSet<>());
        return dynamo.retry()
                .run(() -> claim.terms()
                        .account()
                        .map(account -> thisAccount(claim, account, progress))
                        .orElseGet(() -> anyAccount(claim, progress)));
    }

    /**
     * What the tries of one claim have in common.
     *
     * @param taken the accounts that were seen not to be available
     * @param named the shards that accounts were seen to be in, against what was expected
     * @param missing the leases that the user was seen to hold and that were not there
     */
    private record Progress(LeaseId id, Set<AccountId> taken, Map<AccountId, Integer> named, Set<LeaseId> missing) {}

    private Attempt<ClaimOutcome> thisAccount(Claim claim, AccountId account, Progress progress) {
        Optional<ClaimOutcome> outcome = attempt(claim, new Candidate(account, shards.of(account)), progress);
        if (outcome.isEmpty() && progress.taken().contains(account)) {
            return new Attempt.Done<>(new ClaimOutcome.AccountTaken(account));
        }
        return outcome.<Attempt<ClaimOutcome>>map(Attempt.Done::new).orElseGet(Attempt.Lost::new);
    }

    private Attempt<ClaimOutcome> anyAccount(Claim claim, Progress progress) {
        return rememberedAccount(claim, progress)
                .<Attempt<ClaimOutcome>>map(Attempt.Done::new)
                .orElseGet(() -> listedAccount(claim, progress));
    }

    /** Spares the read of the list; that there is no account is never told from memory. */
    private Optional<ClaimOutcome> rememberedAccount(Claim claim, Progress progress) {
        Optional<Candidate> account = candidates.pickRemembered();
        Optional<ClaimOutcome> outcome = account.flatMap(picked -> attempt(claim, picked, progress));
        if (account.isPresent() && outcome.isEmpty()) {
            candidates.forget();
        }
        return outcome;
    }

    private Attempt<ClaimOutcome> listedAccount(Claim claim, Progress progress) {
        Candidates.Available available = candidates.read(progress.taken());
        // None is left that was not seen to be taken: there is nothing that another look at the same could change.
        if (available.accounts().isEmpty()) {
            Duration retryAfter = available.retryAfter(Times.now(clock));
            return new Attempt.Done<>(standing.withoutAccount(claim, progress.id(), retryAfter));
        }
        for (Candidate account : candidates.pick(available, CANDIDATES_OF_ONE_READ)) {
            Optional<ClaimOutcome> outcome = attempt(claim, account, progress);
            if (outcome.isPresent()) {
                return new Attempt.Done<>(outcome.get());
            }
        }
        candidates.forget();
        return new Attempt.Lost<>();
    }

    /** Tries one account; empty when that came to nothing and another try may end otherwise. */
    private Optional<ClaimOutcome> attempt(Claim claim, Candidate candidate, Progress progress) {
        AccountId account = candidate.account();
        int from = progress.named().getOrDefault(account, candidate.shard());
        Instant now = Times.now(clock);
        Duration duration = claim.terms().minutes().map(Duration::ofMinutes).orElse(settings.defaultLease());
        Lease lease = new Lease(
                progress.id(), account, claim.user(), now, now.plus(duration), 0, claim.terms(), shards.of(account));
        return switch (dynamo.transact(transaction(lease, from, claim.key().isPresent()))) {
            case Transacted.Committed _ -> Optional.of(new ClaimOutcome.Leased(lease));
            case Transacted.Refused refused -> explain(refused, claim, lease, progress);
        };
    }

    /** A repeat is one whatever else stands in its way, and who has a lease needs no account. */
    private Optional<ClaimOutcome> explain(Transacted.Refused refused, Claim claim, Lease lease, Progress progress) {
        if (refused.failedAt(LEASE)) {
            return Optional.of(standing.repeated(claim, lease.id(), refused.currentAt(LEASE)));
        }
        if (claim.key().isPresent() && refused.failedAt(HISTORY)) {
            return Optional.of(standing.repeatedLate(claim, lease.id(), refused.currentAt(HISTORY)));
        }
        if (claim.key().isPresent() && !(refused.heldAt(LEASE) && refused.heldAt(HISTORY))) {
            // A conflict leaves open whether it is a repeat, which would be answered otherwise than what follows.
            return Optional.empty();
        }
        if (refused.failedAt(USER)) {
            return standing.holder(refused.currentAt(USER), progress.missing());
        }
        if (refused.failedAt(ACCOUNT)) {
            // An account that is available all the same is named by another shard.
            refused.currentAt(ACCOUNT)
                    .filter(Claimer::isAvailable)
                    .ifPresentOrElse(
                            item -> progress.named().put(lease.account(), AccountRows.shardIn(item)),
                            () -> progress.taken().add(lease.account()));
            return Optional.empty();
        }
        throw new IllegalStateException("a claim was refused for a condition that it does not have");
    }

    private static boolean isAvailable(Item account) {
        return AccountRows.state(AccountState.AVAILABLE)
                .equals(account.attributes().get(DATA));
    }

    private Transaction transaction(Lease lease, int from, boolean withKey) {
        String table = settings.table();
        String account = lease.account().value();
        AttributeValue now = Values.text(Times.format(lease.created()));
        Transaction transaction = new Transaction()
                .update(
                        table,
                        PoolKey.of(lease.account()).attributes(),
                        leased(lease, from, now).update())
                .update(
                        table,
                        PoolKey.of(AccountState.AVAILABLE).shard(from).attributes(),
                        Change.take(account).update())
                .update(
                        table,
                        PoolKey.of(Transition.CLAIM.to()).shard(lease.shard()).attributes(),
                        Change.add(account).update())
                .put(table, LeaseRows.toItem(lease), put -> put.conditionExpression("attribute_not_exists(pk)"))
                .update(
                        table,
                        PoolKey.ACTIVE.shard(lease.shard()).attributes(),
                        Change.add(lease.id().value()).update())
                .update(
                        table,
                        PoolKey.of(lease.user()).attributes(),
                        holding(lease, now).update());
        if (withKey) {
            // The lease of an earlier request under the key may be over, and its item gone.
            transaction.check(
                    table,
                    PoolKey.historyOf(lease.id()).attributes(),
                    new Change().ifAbsent(PK).check());
        }
        return transaction;
    }

    private static Change leased(Lease lease, int from, AttributeValue now) {
        return new Change()
                .set(DATA, AccountRows.state(Transition.CLAIM.to()))
                .set(SINCE, now)
                .set(LEASE_ID, Values.text(lease.id().value()))
                .set(SHARD, AccountRows.number(lease.shard()))
                .ifEqual(DATA, AccountRows.state(AccountState.AVAILABLE))
                .ifEqual(SHARD, AccountRows.number(from));
    }

    private Change holding(Lease lease, AttributeValue now) {
        Change change = new Change()
                .set(DATA, LeaseRows.holding(lease))
                .setIfAbsent(REGISTERED, now)
                .ifAbsent(DATA);
        return settings.selfRegistration() ? change : change.ifPresent(PK);
    }
}
