package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.NEXT_EXPIRY;

import dev.backplane.platform.Times;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.log.Invocation;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.SweepReport;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Ends every lease whose time is over; one that cannot be ended stands in the way of no other. */
public final class Sweeper {

    private static final int BATCH = 100;

    // The next sweep begins after a minute; what is left then is the oldest and comes first.
    private static final Duration TIME = Duration.ofSeconds(40);

    private static final PoolKey AVAILABLE = PoolKey.of(AccountState.AVAILABLE);

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final Reads reads;
    private final Ender ender;

    Sweeper(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
        this.reads = new Reads(dynamo, table);
        this.ender = new Ender(dynamo, table, clock);
    }

    /** Sweeps once. */
    public SweepReport sweep() {
        List<LeaseId> listed =
                reads.ids(PoolKey.ACTIVE).stream().map(LeaseId::new).toList();
        List<SweepReport.Failure> failures = new ArrayList<>();
        List<Lease> leases = read(listed, failures);
        Instant now = Times.now(clock);
        List<Lease> due = leases.stream()
                .filter(lease -> lease.isDue(now))
                .sorted(Comparator.comparing(Lease::expires))
                .toList();
        int done = 0;
        int ended = 0;
        long deadline = System.nanoTime() + TIME.toNanos();
        for (; done < due.size() && System.nanoTime() < deadline; done++) {
            ended += end(due.get(done), failures) ? 1 : 0;
        }
        leases.stream()
                .filter(lease -> !lease.isDue(now))
                .map(Lease::expires)
                .min(Comparator.naturalOrder())
                .ifPresent(this::announce);
        return new SweepReport(
                listed.size(), due.size(), ended, failures, lost(listed, leases, failures), due.size() - done);
    }

    private List<Lease> read(List<LeaseId> ids, List<SweepReport.Failure> failures) {
        List<Lease> leases = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += BATCH) {
            List<LeaseId> batch = ids.subList(from, Math.min(from + BATCH, ids.size()));
            dynamo.getAll(
                            table,
                            batch.stream()
                                    .map(id -> PoolKey.of(id).attributes())
                                    .toList())
                    .forEach(item -> parse(item, failures).ifPresent(leases::add));
        }
        return leases;
    }

    private static Optional<Lease> parse(Item item, List<SweepReport.Failure> failures) {
        try {
            return Optional.of(LeaseRows.toLease(item));
        } catch (RuntimeException e) {
            failures.add(new SweepReport.Failure(LeaseRows.idOf(item), e));
            return Optional.empty();
        }
    }

    private boolean end(Lease lease, List<SweepReport.Failure> failures) {
        try {
            return ender.end(lease, EndReason.EXPIRED).isPresent();
        } catch (RuntimeException e) {
            failures.add(new SweepReport.Failure(lease.id(), e));
            return false;
        }
    }

    /** Many listed leases without an item ended while they were read; the others are looked at once more. */
    private List<LeaseId> lost(List<LeaseId> listed, List<Lease> leases, List<SweepReport.Failure> failures) {
        Set<LeaseId> found = new HashSet<>();
        Stream.concat(leases.stream().map(Lease::id), failures.stream().map(SweepReport.Failure::lease))
                .forEach(found::add);
        return listed.stream().filter(id -> !found.contains(id) && isLost(id)).toList();
    }

    private boolean isLost(LeaseId id) {
        try {
            return isLostNow(id);
        } catch (Unavailable e) {
            // The list is in good use just now; a lease that is really lost is still lost a minute later.
            Invocation.survived(e);
            return false;
        }
    }

    private boolean isLostNow(LeaseId id) {
        List<Optional<Item>> now = dynamo.getTogether(
                table, List.of(PoolKey.ACTIVE.attributes(), PoolKey.of(id).attributes()));
        return Lists.ids(PoolKey.ACTIVE, now.get(0)).contains(id.value())
                && now.get(1).isEmpty();
    }

    /** Tells claims when to come again, beside the list that they read; the next sweep makes good for this one. */
    private void announce(Instant nextExpiry) {
        try {
            write(Times.format(nextExpiry));
        } catch (Unavailable e) {
            Invocation.survived(e);
        }
    }

    private void write(String text) {
        boolean known = reads.item(AVAILABLE)
                .flatMap(item -> item.findText(NEXT_EXPIRY))
                .filter(text::equals)
                .isPresent();
        if (!known) {
            Change change = new Change().set(NEXT_EXPIRY, Values.text(text));
            dynamo.update(
                    update -> change.updateItem().accept(update.tableName(table).key(AVAILABLE.attributes())));
        }
    }
}
