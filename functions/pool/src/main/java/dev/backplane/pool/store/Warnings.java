package dev.backplane.pool.store;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.pool.LeadTimes;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseUsage;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.SweepReport;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Marks the leases whose expiry must be warned about; the event is published from the mark.
 *
 * <p>Each write marks one lead time of one lease as it was read. So of two sweeps at once only one marks it, and a
 * sweep that ends between two writes leaves the rest to the next one.
 */
final class Warnings {

    private final Dynamo dynamo;
    private final String table;
    private final LeadTimes leads;

    Warnings(Dynamo dynamo, PoolSettings settings) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.leads = settings.leadTimes();
    }

    /**
     * Marks leases until there is no more time, those that expire first at the beginning.
     *
     * @param failures receives the leases that could not be marked; they do not stop the others
     * @return the number of marks
     */
    int mark(List<Lease> leases, Instant now, BooleanSupplier hasTime, List<SweepReport.Failure> failures) {
        List<Lease> expiring = leases.stream()
                .filter(lease -> !leads.due(lease, now).isEmpty())
                .sorted(Comparator.comparing(Lease::expires))
                .toList();
        int marked = 0;
        for (Lease lease : expiring) {
            if (!hasTime.getAsBoolean()) {
                break;
            }
            try {
                marked += markAll(lease, now);
            } catch (RuntimeException e) {
                failures.add(new SweepReport.Failure(lease.id().value(), e));
            }
        }
        return marked;
    }

    private int markAll(Lease lease, Instant now) {
        int marked = 0;
        Optional<Lease> next = Optional.of(lease);
        for (int lead : leads.due(lease, now)) {
            next = next.flatMap(current -> mark(current, lead));
            marked += next.isPresent() ? 1 : 0;
        }
        return marked;
    }

    /** Returns the marked lease; empty if it was changed or ended since it was read. */
    private Optional<Lease> mark(Lease lease, int lead) {
        NavigableSet<Integer> warned = new TreeSet<>(lease.usage().warned());
        warned.add(lead);
        LeaseUsage usage = lease.usage().withWarned(warned);
        // If the response is lost, the SDK repeats the update, which then finds its own mark. Only the count is
        // wrong then.
        Write write = dynamo.update(
                table,
                PoolKey.of(lease.id()).attributes(),
                LeaseRows.set(new ItemUpdate(), usage).onlyIf(LeaseEnder.unchanged(lease)));
        return write instanceof Write.Applied ? Optional.of(lease.with(usage)) : Optional.empty();
    }
}
