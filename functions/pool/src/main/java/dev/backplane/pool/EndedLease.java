package dev.backplane.pool;

import java.time.Duration;
import java.time.Instant;

/**
 * A lease that has ended.
 *
 * @param at when it ended; for an expired lease its expiry, even if the sweep came later
 */
public record EndedLease(Lease lease, EndReason reason, Instant at) {

    /** The time for which the record of a lease and its idempotency key are kept. */
    public static final Duration KEPT = Duration.ofDays(90);
}
