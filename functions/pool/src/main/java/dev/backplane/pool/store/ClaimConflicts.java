package dev.backplane.pool.store;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Determines the outcome of claims that failed for a reason other than the account: a repeated request, or a lease of
 * the user.
 */
final class ClaimConflicts {

    private final Dynamo dynamo;
    private final PoolSettings settings;
    private final Clock clock;
    private final PoolReader reader;
    private final LeaseEnder ender;

    ClaimConflicts(Dynamo dynamo, PoolSettings settings, Clock clock, PoolReader reader) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = clock;
        this.reader = reader;
        this.ender = new LeaseEnder(dynamo, settings, clock);
    }

    /**
     * Returns the outcome of a claim that its template does not allow. A repeated request gets its lease, whatever
     * happened to the template since.
     */
    ClaimOutcome withoutTerms(Claim claim, ClaimOutcome refusal) {
        return claim.id().flatMap(id -> repeated(claim, id)).orElse(refusal);
    }

    private Optional<ClaimOutcome> repeated(Claim claim, LeaseId id) {
        List<Optional<Item>> found = dynamo.getTogether(
                settings.table(),
                List.of(PoolKey.of(id).attributes(), PoolKey.historyOf(id).attributes()));
        if (found.get(0).isPresent()) {
            return Optional.of(repeated(claim, id, found.get(0)));
        }
        return found.get(1).isPresent() ? Optional.of(repeatedLate(claim, id, found.get(1))) : Optional.empty();
    }

    /** Returns the outcome of a claim whose lease exists. */
    ClaimOutcome repeated(Claim claim, LeaseId id, Optional<Item> item) {
        Optional<Lease> read = item.flatMap(found -> found.read(LeaseRows::toLease));
        if (read.isEmpty()) {
            return new ClaimOutcome.HasLease(id);
        }
        Lease lease = read.get();
        if (!lease.user().equals(claim.user())) {
            return new ClaimOutcome.OtherTerms(id);
        }
        if (lease.isDue(Times.now(clock))) {
            return ender.end(lease, EndReason.EXPIRED, Cause.of(claim.actor()))
                    .map(ended -> repeatedLate(claim, ended))
                    .orElseGet(() -> endedMeanwhile(claim, id));
        }
        return agrees(claim, lease) ? new ClaimOutcome.Repeated(lease) : new ClaimOutcome.OtherTerms(id);
    }

    // The lease was extended or ended since it was read, so one of its items exists.
    private ClaimOutcome endedMeanwhile(Claim claim, LeaseId id) {
        return reader.item(PoolKey.of(id))
                .map(item -> repeated(claim, id, Optional.of(item)))
                .orElseGet(() -> repeatedLate(claim, id, reader.item(PoolKey.historyOf(id))));
    }

    /** Returns the outcome of a claim whose lease has ended. */
    ClaimOutcome repeatedLate(Claim claim, LeaseId id, Optional<Item> history) {
        return history.flatMap(found -> found.read(record -> LeaseRows.toEnded(id, record)))
                .map(ended -> repeatedLate(claim, ended))
                .orElseGet(() -> new ClaimOutcome.OtherTerms(id));
    }

    private static ClaimOutcome repeatedLate(Claim claim, EndedLease ended) {
        return agrees(claim, ended.lease())
                ? new ClaimOutcome.RepeatedLate(ended)
                : new ClaimOutcome.OtherTerms(ended.lease().id());
    }

    private static boolean agrees(Claim claim, Lease lease) {
        Terms terms = lease.terms();
        return terms.equals(claim.terms()) && lease.user().equals(claim.user());
    }

    /**
     * Returns the outcome of a claim that the user's item does not allow, or lets the claim try again.
     *
     * @param missing leases that the user's item named and that did not exist; this call may add one
     */
    Attempt<ClaimOutcome> ofUser(Claim claim, Optional<Item> user, Set<LeaseId> missing) {
        if (user.isEmpty()) {
            return done(new ClaimOutcome.UnknownUser());
        }
        Optional<LeaseId> named = LeaseRows.heldBy(user.get());
        if (named.isEmpty()) {
            // The user may still have a lease; only a repair searches for it.
            return done(new ClaimOutcome.UnreadableUser());
        }
        LeaseId held = named.get();
        Optional<Item> item = reader.item(PoolKey.of(held));
        if (item.isEmpty()) {
            // The lease has just ended, or its item is lost; in that case the second attempt finds the same.
            return missing.add(held) ? new Attempt.Lost<>() : done(new ClaimOutcome.HasLease(held));
        }
        // An unreadable lease counts as active.
        Optional<Lease> due =
                item.flatMap(found -> found.read(LeaseRows::toLease)).filter(lease -> lease.isDue(Times.now(clock)));
        if (due.isPresent()) {
            ender.end(due.get(), EndReason.EXPIRED, Cause.of(claim.actor()));
            return new Attempt.Lost<>();
        }
        return done(new ClaimOutcome.HasLease(held));
    }

    private static Attempt<ClaimOutcome> done(ClaimOutcome outcome) {
        return new Attempt.Done<>(outcome);
    }

    /**
     * Returns the outcome of a claim if no account is available. A repeated request, and a user who has a lease, get
     * their own outcomes.
     */
    ClaimOutcome withoutAccount(Claim claim, LeaseId id, Supplier<ClaimOutcome> none) {
        List<Optional<Item>> found = dynamo.getTogether(
                settings.table(),
                List.of(
                        PoolKey.of(id).attributes(),
                        PoolKey.historyOf(id).attributes(),
                        PoolKey.of(claim.user()).attributes()));
        if (found.get(0).isPresent()) {
            return repeated(claim, id, found.get(0));
        }
        if (found.get(1).isPresent()) {
            return repeatedLate(claim, id, found.get(1));
        }
        Optional<Item> user = found.get(2);
        boolean holds = user.filter(item -> item.attributes().containsKey(Attributes.DATA))
                .isPresent();
        boolean unknown = user.isEmpty() && !settings.selfRegistration();
        return (holds || unknown)
                        && ofUser(claim, user, new HashSet<>())
                                instanceof Attempt.Done<ClaimOutcome>(ClaimOutcome outcome)
                ? outcome
                : none.get();
    }
}
