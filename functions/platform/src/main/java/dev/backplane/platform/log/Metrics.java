package dev.backplane.platform.log;

/**
 * The names of members in log lines, and which of them CloudWatch publishes as metrics.
 *
 * <p>Each combination of name and dimensions is billed for every hour in which it is published. So only metrics with an
 * alarm are published, by stage and service, and only if they are not zero. The rest is for Logs Insights.
 */
public final class Metrics {

    public static final String NAMESPACE = "Backplane";
    public static final String STAGE = "stage";
    public static final String SERVICE = "service";

    /** Failed invocations. */
    public static final String FAULTS = "faults";

    /** DynamoDB calls and transactions that were still throttled after the SDK's retries. */
    public static final String THROTTLES = "throttles";

    public static final String CALLS = "calls";
    public static final String READ_UNITS = "readUnits";
    public static final String WRITE_UNITS = "writeUnits";

    static final String FUNCTION = "function";
    static final String LATENCY = "latency";

    private Metrics() {}
}
