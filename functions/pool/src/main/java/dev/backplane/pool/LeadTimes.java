package dev.backplane.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How long before the expiry of a lease its warnings are published.
 *
 * <p>A lease remembers which warnings were published and not when, so a clock that jumps repeats none.
 *
 * @param minutes the lead times; none for no warnings
 */
public record LeadTimes(NavigableSet<Integer> minutes) {

    /** Returns the lead times whose warning is due and was not published, the longest first. */
    public NavigableSet<Integer> due(Lease lease, Instant now) {
        NavigableSet<Integer> due = passed(lease.expires(), now);
        due.removeAll(settled(lease));
        return due.descendingSet();
    }

    /**
     * Returns the lead times that need no warning after an extension; those that lie ahead again do.
     *
     * @param lease the lease before the extension
     * @param later its new expiry
     */
    NavigableSet<Integer> settledAfter(Lease lease, Instant later, Instant now) {
        NavigableSet<Integer> settled = settled(lease);
        settled.retainAll(passed(later, now));
        return settled;
    }

    /** Returns the lead times whose warning was published, and those that are not shorter than the lease. */
    private NavigableSet<Integer> settled(Lease lease) {
        NavigableSet<Integer> settled = new TreeSet<>(lease.usage().warned());
        settled.addAll(passed(lease.expires(), lease.created()));
        return settled;
    }

    /** Returns the lead times that do not lie ahead. */
    private NavigableSet<Integer> passed(Instant expires, Instant now) {
        return minutes.stream()
                .filter(lead -> !expires.minus(Duration.ofMinutes(lead)).isAfter(now))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
