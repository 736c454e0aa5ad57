package dev.backplane.pool;

/** The metrics of the service's own that alarms watch. */
public final class PoolMetrics {

    /** What does not fit together, as a verification or a sweep found it. */
    public static final String FINDINGS = "findings";

    /** One while fewer accounts are available than should be, else zero; the sweeper counts it every minute. */
    public static final String POOL_LOW = "poolLow";

    private PoolMetrics() {}
}
