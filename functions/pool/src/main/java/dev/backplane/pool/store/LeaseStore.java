package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.EXPIRES;
import static dev.backplane.pool.store.Attributes.EXTENSIONS;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
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

/** What is asked of the pool about leases. */
public final class LeaseStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final Claimer claimer;
    private final Reads reads;
    private final Lists lists;
    private final Ender ender;

    LeaseStore(Dynamo dynamo, PoolSettings settings, Clock clock, Claimer claimer) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.clock = clock;
        this.claimer = claimer;
        this.reads = new Reads(dynamo, table);
        this.lists = new Lists(dynamo, table, new Shards(settings.listShards()));
        this.ender = new Ender(dynamo, settings, clock);
    }

    /** Creates a lease. */
    public ClaimOutcome createLease(Claim claim) {
        return claimer.claim(claim);
    }

    /** Returns a lease, be it over or not; one whose time is over counts as ended, swept or not. */
    public Optional<LeaseRecord> getLease(LeaseId id) {
        return reads.lease(id)
                .<LeaseRecord>map(this::standing)
                .or(() ->
                        // A lease moves from one item to the other and never back, so this order misses none.
                        reads.ended(id).map(LeaseRecord.Over::new));
    }

    private LeaseRecord standing(Lease lease) {
        Instant now = Times.now(clock);
        return lease.isDue(now)
                ? new LeaseRecord.Over(lease.ended(EndReason.EXPIRED, now))
                : new LeaseRecord.Active(lease);
    }

    /** Lists active leases by their ids; a page may hold fewer than its limit, as leases end while it is read. */
    public Page<Lease, LeaseId> listActiveLeases(int limit, Optional<LeaseId> after) {
        List<LeaseId> ids = lists.ids(PoolKey.ACTIVE).stream()
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
                                        .map(id -> PoolKey.of(id).attributes())
                                        .toList())
                        .stream()
                        .flatMap(item -> LeaseRows.find(item).stream())
                        .sorted(Comparator.comparing(Lease::id))
                        .toList();
    }

    /**
     * Lets a lease end later.
     *
     * @param owner whose it must be, if that matters
     */
    public ExtendOutcome extendLease(LeaseId id, Duration by, Optional<UserId> owner) {
        return dynamo.retry().run(() -> extension(id, by, owner));
    }

    private Attempt<ExtendOutcome> extension(LeaseId id, Duration by, Optional<UserId> owner) {
        Optional<LeaseRecord> found = getLease(id);
        if (found.isEmpty()) {
            return new Attempt.Done<>(new ExtendOutcome.NotFound());
        }
        if (isForeign(found.get().lease(), owner)) {
            return new Attempt.Done<>(new ExtendOutcome.NotTheirs());
        }
        return switch (found.get()) {
            case LeaseRecord.Over(EndedLease ended) -> new Attempt.Done<>(new ExtendOutcome.NotActive(ended));
            case LeaseRecord.Active(Lease lease) -> extend(lease, lease.extended(by));
        };
    }

    private Attempt<ExtendOutcome> extend(Lease lease, Lease longer) {
        if (longer.expires().isAfter(lease.latestExpires())) {
            return new Attempt.Done<>(new ExtendOutcome.TooLong(lease));
        }
        Change change = Ender.unchanged(lease)
                .set(DATA + "." + EXPIRES, Values.text(Times.format(longer.expires())))
                .set(EXTENSIONS, Values.number(longer.extensions()));
        // A transaction even of one write: asked for again after a lost answer, an update would find its own work, take
        // it for somebody else's, and extend the lease once more.
        Transaction extension =
                new Transaction().update(table, PoolKey.of(lease.id()).attributes(), change.update());
        return switch (dynamo.transact(extension)) {
            case Transacted.Committed _ -> new Attempt.Done<>(new ExtendOutcome.Extended(longer));
            case Transacted.Refused _ -> new Attempt.Lost<>();
        };
    }

    /**
     * Ends a lease; that it ended before is answered with what is kept of it.
     *
     * @param owner whose it must be, if that matters
     */
    public EndOutcome endLease(LeaseId id, EndReason reason, Optional<UserId> owner) {
        return dynamo.retry()
                .run(() -> reads.lease(id)
                        .map(lease -> ending(lease, reason, owner))
                        .orElseGet(() -> new Attempt.Done<>(ended(id, owner))));
    }

    private Attempt<EndOutcome> ending(Lease lease, EndReason reason, Optional<UserId> owner) {
        if (isForeign(lease, owner)) {
            return new Attempt.Done<>(new EndOutcome.NotTheirs());
        }
        return ender.end(lease, reason)
                .<Attempt<EndOutcome>>map(ended -> new Attempt.Done<>(new EndOutcome.Ended(ended, true)))
                .orElseGet(Attempt.Lost::new);
    }

    private EndOutcome ended(LeaseId id, Optional<UserId> owner) {
        return reads.ended(id)
                .<EndOutcome>map(ended -> isForeign(ended.lease(), owner)
                        ? new EndOutcome.NotTheirs()
                        : new EndOutcome.Ended(ended, false))
                .orElseGet(EndOutcome.NotFound::new);
    }

    private static boolean isForeign(Lease lease, Optional<UserId> owner) {
        return owner.filter(user -> !user.equals(lease.user())).isPresent();
    }
}
