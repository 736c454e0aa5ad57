package dev.backplane.pool;

/** A lease as it can be looked up: in force, or over. */
public sealed interface LeaseRecord {

    /** Returns the lease as it was made and extended. */
    Lease lease();

    /** It is in force. */
    record Active(Lease lease) implements LeaseRecord {}

    /** It is over. */
    record Over(EndedLease ended) implements LeaseRecord {
        @Override
        public Lease lease() {
            return ended.lease();
        }
    }
}
