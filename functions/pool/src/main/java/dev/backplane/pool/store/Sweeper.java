package dev.backplane.pool.store;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.log.Invocation;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.SweepReport;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Ends every expired lease, and marks those that expire soon; a lease that cannot be ended does not stop the others.
 */
public final class Sweeper {

    private static final int BATCH = 100;

    // Together with the list, the maximum number of items that one transaction can read.
    private static final int LOST_OF_ONE_READ = 99;

    // The next sweep starts after a minute and begins with the oldest leases, which are those left over.
    static final Duration TIME = Duration.ofSeconds(40);

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final PoolReader reader;
    private final LeaseEnder ender;
    private final Warnings warnings;
    private final LeaseEnds ends;
    private final Duration time;

    Sweeper(Dynamo dynamo, PoolSettings settings, Clock clock, Duration time) {
        this.time = time;
        this.dynamo = dynamo;
        this.table = settings.table();
        this.clock = clock;
        this.reader = new PoolReader(dynamo, settings);
        this.ender = new LeaseEnder(dynamo, settings, clock);
        this.warnings = new Warnings(dynamo, settings);
        this.ends = new LeaseEnds(dynamo, settings);
    }

    /**
     * Sweeps once.
     *
     * @param actor the function that sweeps
     */
    public SweepReport sweep(Actor actor) {
        long deadline = System.nanoTime() + time.toNanos();
        List<SweepReport.Failure> failures = new ArrayList<>();
        Map<PoolKey, NavigableSet<String>> active = active(failures);
        List<LeaseId> listed = active.values().stream()
                .flatMap(NavigableSet::stream)
                .distinct()
                .map(LeaseId::new)
                .toList();
        List<Lease> leases = read(listed, failures);
        Instant now = Times.now(clock);
        List<Lease> due = leases.stream()
                .filter(lease -> lease.isDue(now))
                .sorted(Comparator.comparing(Lease::expires))
                .toList();
        int done = 0;
        int ended = 0;
        for (; done < due.size() && System.nanoTime() < deadline; done++) {
            ended += end(due.get(done), actor, failures) ? 1 : 0;
        }
        List<Lease> others = leases.stream().filter(lease -> !lease.isDue(now)).toList();
        ends.store(others);
        List<LeaseId> lost = lost(active, leases, failures, deadline);
        // Last, so that warnings delay nothing else. They take the time that is left; the next sweep continues.
        int warned = warnings.mark(others, now, () -> System.nanoTime() < deadline, failures);
        return new SweepReport(listed.size(), due.size(), ended, warned, failures, lost, due.size() - done);
    }

    /** Reads the shards of the list of active leases; one that is damaged does not stop the others. */
    private Map<PoolKey, NavigableSet<String>> active(List<SweepReport.Failure> failures) {
        Map<PoolKey, NavigableSet<String>> active = new LinkedHashMap<>();
        reader.list(PoolKey.ACTIVE).forEach((shard, item) -> {
            try {
                active.put(shard, PoolReader.idsIn(shard, Optional.of(item)));
            } catch (IllegalStateException e) {
                failures.add(new SweepReport.Failure(shard.toString(), e));
            }
        });
        return active;
    }

    private List<Lease> read(List<LeaseId> ids, List<SweepReport.Failure> failures) {
        List<Lease> leases = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += BATCH) {
            List<LeaseId> batch = ids.subList(from, Math.min(from + BATCH, ids.size()));
            try {
                dynamo.getAll(
                                table,
                                batch.stream()
                                        .map(PoolKey::of)
                                        .filter(PoolKey::isPossible)
                                        .map(PoolKey::attributes)
                                        .toList())
                        .forEach(item -> parse(item, failures).ifPresent(leases::add));
            } catch (RuntimeException e) {
                batch.forEach(id -> failures.add(new SweepReport.Failure(id.value(), e)));
            }
        }
        return leases;
    }

    private static Optional<Lease> parse(Item item, List<SweepReport.Failure> failures) {
        try {
            return Optional.of(LeaseRows.toLease(item));
        } catch (RuntimeException e) {
            failures.add(new SweepReport.Failure(LeaseRows.idOf(item).value(), e));
            return Optional.empty();
        }
    }

    private boolean end(Lease lease, Actor actor, List<SweepReport.Failure> failures) {
        try {
            return ender.end(lease, EndReason.EXPIRED, Cause.of(actor)).isPresent();
        } catch (RuntimeException e) {
            failures.add(new SweepReport.Failure(lease.id().value(), e));
            return false;
        }
    }

    /** Finds listed leases without an item; most of them ended during the read, so each is checked once more. */
    private List<LeaseId> lost(
            Map<PoolKey, NavigableSet<String>> active,
            List<Lease> leases,
            List<SweepReport.Failure> failures,
            long deadline) {
        Set<String> found = new HashSet<>();
        leases.forEach(lease -> found.add(lease.id().value()));
        failures.forEach(failure -> found.add(failure.id()));
        List<LeaseId> lost = new ArrayList<>();
        active.forEach((list, ids) -> {
            List<LeaseId> missing = ids.stream()
                    .map(LeaseId::new)
                    .filter(id -> !found.contains(id.value()) && PoolKey.of(id).isPossible())
                    .toList();
            // Leases that there is no time for are found by the next sweep.
            for (int from = 0; from < missing.size() && System.nanoTime() < deadline; from += LOST_OF_ONE_READ) {
                lost.addAll(lostNow(list, missing.subList(from, Math.min(from + LOST_OF_ONE_READ, missing.size()))));
            }
        });
        return lost;
    }

    /** Returns the leases that are listed and have no item, as of one moment. */
    private List<LeaseId> lostNow(PoolKey list, List<LeaseId> missing) {
        List<Map<String, AttributeValue>> keys = new ArrayList<>();
        keys.add(list.attributes());
        missing.forEach(id -> keys.add(PoolKey.of(id).attributes()));
        try {
            List<Optional<Item>> now = dynamo.getTogether(table, keys);
            Set<String> active = PoolReader.idsIn(list, now.getFirst());
            return IntStream.range(0, missing.size())
                    .filter(at -> now.get(at + 1).isEmpty()
                            && active.contains(missing.get(at).value()))
                    .mapToObj(missing::get)
                    .toList();
        } catch (RuntimeException e) {
            // Most likely a conflict, because every claim writes the list.
            Invocation.recordFailure(e);
            return List.of();
        }
    }
}
