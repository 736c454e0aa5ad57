package dev.backplane.pool;

import java.time.Duration;
import java.time.Instant;

/**
 * A lease that is over.
 *
 * @param at when it ended; an expired one ended when its time was over, however late that was noticed
 */
public record EndedLease(Lease lease, EndReason reason, Instant at) {

    /** How long the record of a lease is kept, and with it its idempotency key. */
    public static final Duration KEPT = Duration.ofDays(90);
}
