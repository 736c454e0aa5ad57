package dev.backplane.pool;

import dev.backplane.platform.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A lease that has ended.
 *
 * @param at when it ended; for an expired lease its expiry, even if the sweep came later
 * @param cause who ended it, in their own words why; empty until the sweep, and in old records
 */
public record EndedLease(Lease lease, EndReason reason, Instant at, Optional<Cause> cause) {

    /** The time for which the record of a lease and its idempotency key are kept. */
    public static final Duration RETENTION = Duration.ofDays(90);
}
