package dev.backplane.pool;

/** A lease, active or ended. */
public sealed interface LeaseRecord {

    /** Returns the lease with its extensions. */
    Lease lease();

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
