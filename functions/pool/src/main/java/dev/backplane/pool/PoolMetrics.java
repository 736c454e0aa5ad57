package dev.backplane.pool;

/** The service's own metrics, which alarms use. */
public final class PoolMetrics {

    /** The number of inconsistencies that a verification or a sweep found. */
    public static final String FINDINGS = "findings";

    /** 1 while the number of available accounts is below the threshold, else 0; reported by every sweep. */
    public static final String POOL_LOW = "poolLow";

    /** The number of accounts that the workflow gave up to clean. */
    public static final String CLEANUPS_FAILED = "cleanupsFailed";

    /** The number of times that an account refused to revoke its sessions. */
    public static final String REVOCATIONS_REFUSED = "revocationsRefused";

    private PoolMetrics() {}
}
