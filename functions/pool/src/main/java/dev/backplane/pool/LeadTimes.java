package dev.backplane.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How long before the expiry of a lease its warnings are published.
 *
 * @param minutes the lead times
 */
public record LeadTimes(NavigableSet<Integer> minutes) {

    /**
     * Returns the lead times whose moment is not ahead.
     *
     * <p>They are marked as warned whenever the expiry of a lease is set. So a lead time longer than the lease is
     * skipped, and an extension resets exactly those warnings that lie ahead again.
     */
    public NavigableSet<Integer> passed(Instant expires, Instant now) {
        return minutes.stream()
                .filter(lead -> !expires.minus(Duration.ofMinutes(lead)).isAfter(now))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the lead times whose warning is due now and was not published. */
    public NavigableSet<Integer> due(Lease lease, Instant now) {
        NavigableSet<Integer> due = passed(lease.expires(), now);
        due.removeAll(lease.usage().warned());
        // Leases of earlier versions do not tell which lead times they skip.
        due.removeAll(passed(lease.expires(), lease.created()));
        return due;
    }
}
