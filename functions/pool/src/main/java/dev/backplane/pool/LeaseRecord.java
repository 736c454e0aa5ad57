package dev.backplane.pool;

import java.time.Instant;
import java.util.Optional;

/** A lease, active or ended. */
public sealed interface LeaseRecord {

    /** Returns the lease with its extensions. */
    Lease lease();

    /** Returns a lease that was not ended; an expired one counts as ended even before the sweep. */
    static LeaseRecord of(Lease lease, Instant now) {
        return lease.isDue(now) ? new Ended(lease.ended(EndReason.EXPIRED, now, Optional.empty())) : new Active(lease);
    }

    /** An active lease. */
    record Active(Lease lease) implements LeaseRecord {}

    /** A lease that has ended. */
    record Ended(EndedLease ended) implements LeaseRecord {
        @Override
        public Lease lease() {
            return ended.lease();
        }
    }
}
