package dev.backplane.pool;

import java.time.Duration;
import java.util.Optional;

/**
 * The limits of a lease: the values that its template had when the lease was created.
 *
 * @param template the name of the template
 * @param longest the longest duration, including extensions
 * @param maxExtensions the maximum number of extensions
 * @param budget what it may cost
 */
public record LeaseLimits(String template, Duration longest, int maxExtensions, Optional<Budget> budget) {

    /** The limits of the default template until one is stored, and of leases in items of earlier versions. */
    public static final LeaseLimits DEFAULT =
            new LeaseLimits(LeaseTemplate.DEFAULT, Lease.LONGEST, LeaseTemplate.MAX_EXTENSIONS, Optional.empty());
}
