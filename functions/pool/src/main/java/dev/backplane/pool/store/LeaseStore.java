package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.EXPIRES;
import static dev.backplane.pool.store.Attributes.EXTENDED_BY;
import static dev.backplane.pool.store.Attributes.EXTENSIONS;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.ExtendOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.UserId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The leases of the pool; {@link ClaimStore} creates them. */
public final class LeaseStore {

    private final Dynamo dynamo;
    private final PoolSettings settings;
    private final String table;
    private final Clock clock;
    private final PoolReader reader;
    private final LeaseEnder ender;

    LeaseStore(Dynamo dynamo, PoolSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.table = settings.table();
        this.clock = clock;
        this.reader = new PoolReader(dynamo, settings);
        this.ender = new LeaseEnder(dynamo, settings, clock);
    }

    /** Returns a lease, active or ended; an expired lease counts as ended even before the sweep. */
    public Optional<LeaseRecord> getLease(LeaseId id) {
        return reader.lease(id)
                .map(lease -> LeaseRecord.of(lease, Times.now(clock)))
                .or(() ->
                        // A lease moves from its item to its record and never back, so this order misses none.
                        reader.ended(id).map(LeaseRecord.Ended::new));
    }

    /** Lists active leases by id; a page may have fewer than its limit, because leases end while it is read. */
    public Page<Lease, LeaseId> listActiveLeases(int limit, Optional<LeaseId> after) {
        List<LeaseId> ids = reader.ids(PoolKey.ACTIVE).stream()
                .map(LeaseId::new)
                .filter(after.<Predicate<LeaseId>>map(last -> id -> id.compareTo(last) > 0)
                        .orElse(_ -> true))
                .limit(limit + 1L)
                .toList();
        Page<LeaseId, LeaseId> page = Page.of(ids, limit, id -> id);
        Instant now = Times.now(clock);
        return new Page<>(
                read(page.items()).stream().filter(lease -> !lease.isDue(now)).toList(), page.next());
    }

    private List<Lease> read(List<LeaseId> ids) {
        return ids.isEmpty()
                ? List.of()
                : dynamo
                        .getAll(
                                table,
                                ids.stream()
                                        .map(PoolKey::of)
                                        .filter(PoolKey::isPossible)
                                        .map(PoolKey::attributes)
                                        .toList())
                        .stream()
                        .flatMap(item -> item.read(LeaseRows::toLease).stream())
                        .sorted(Comparator.comparing(Lease::id))
                        .toList();
    }

    /**
     * Extends a lease.
     *
     * @param owner the user who must hold it, if only that user is allowed to
     */
    public ExtendOutcome extendLease(LeaseId id, Duration by, Optional<UserId> owner, Actor actor) {
        return dynamo.retry().run(() -> extension(id, by, owner, actor));
    }

    private Attempt<ExtendOutcome> extension(LeaseId id, Duration by, Optional<UserId> owner, Actor actor) {
        Optional<LeaseRecord> found = getLease(id);
        if (found.isEmpty()) {
            return new Attempt.Done<>(new ExtendOutcome.NotFound());
        }
        if (isForeign(found.get().lease(), owner)) {
            return new Attempt.Done<>(new ExtendOutcome.OtherUser());
        }
        return switch (found.get()) {
            case LeaseRecord.Ended(EndedLease ended) -> new Attempt.Done<>(new ExtendOutcome.NotActive(ended));
            case LeaseRecord.Active(Lease lease)
            when !lease.mayBeExtended(by) -> new Attempt.Done<>(new ExtendOutcome.BeyondLimits(lease));
            case LeaseRecord.Active(Lease lease) ->
                extend(lease, lease.extended(by, actor, settings.leadTimes(), Times.now(clock)));
        };
    }

    private Attempt<ExtendOutcome> extend(Lease lease, Lease longer) {
        // A transaction even for one write: if its response is lost, the SDK repeats it with the same token. An update
        // would then find its own change, mistake it for a change of another caller, and extend the lease again.
        Transaction extension = new Transaction();
        extension.update(
                table,
                PoolKey.of(lease.id()).attributes(),
                LeaseRows.set(new ItemUpdate(), longer.usage())
                        .set(DATA + "." + EXPIRES, Values.text(Times.format(longer.expires())))
                        .set(EXTENSIONS, Values.number(longer.extensions()))
                        .setIfPresent(EXTENDED_BY, longer.actors().extended().map(actor -> Values.text(actor.text())))
                        .onlyIf(LeaseEnder.unchanged(lease)));
        return switch (dynamo.transact(extension)) {
            case Transaction.Committed _ -> new Attempt.Done<>(new ExtendOutcome.Extended(longer));
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }

    /**
     * Ends a lease; one that ended before is returned from its record.
     *
     * @param owner the user who must hold it, if only that user is allowed to
     */
    public EndOutcome endLease(LeaseId id, EndReason reason, Optional<UserId> owner, Cause cause) {
        return dynamo.retry()
                .run(() -> reader.lease(id)
                        .map(lease -> ending(lease, reason, owner, cause))
                        .orElseGet(() -> new Attempt.Done<>(ended(id, owner))));
    }

    private Attempt<EndOutcome> ending(Lease lease, EndReason reason, Optional<UserId> owner, Cause cause) {
        if (isForeign(lease, owner)) {
            return new Attempt.Done<>(new EndOutcome.OtherUser());
        }
        return ender.end(lease, reason, cause)
                .<Attempt<EndOutcome>>map(ended -> new Attempt.Done<>(new EndOutcome.Ended(ended, true)))
                .orElseGet(Attempt.Lost::new);
    }

    private EndOutcome ended(LeaseId id, Optional<UserId> owner) {
        return reader.ended(id)
                .<EndOutcome>map(ended -> isForeign(ended.lease(), owner)
                        ? new EndOutcome.OtherUser()
                        : new EndOutcome.Ended(ended, false))
                .orElseGet(EndOutcome.NotFound::new);
    }

    static boolean isForeign(Lease lease, Optional<UserId> owner) {
        return owner.filter(user -> !user.equals(lease.user())).isPresent();
    }
}
