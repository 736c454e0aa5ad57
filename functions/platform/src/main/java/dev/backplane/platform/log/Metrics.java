package dev.backplane.platform.log;

import java.util.Collection;
import java.util.stream.Collectors;

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

    private static final String PREFIX = "backplane-";

    private Metrics() {}

    /** Adds the metadata that tells CloudWatch which members are metrics. */
    static void directive(long epochMillis, Collection<String> names, LogLine line) {
        String metrics = names.stream()
                .map(name -> "{\"Name\":\"" + name + "\",\"Unit\":\"Count\"}")
                .collect(Collectors.joining(","));
        line.json(
                "_aws",
                "{\"Timestamp\":" + epochMillis + ",\"CloudWatchMetrics\":[{\"Namespace\":\"" + NAMESPACE
                        + "\",\"Dimensions\":[[\"" + STAGE + "\",\"" + SERVICE + "\"]],\"Metrics\":[" + metrics
                        + "]}]}");
    }

    /**
     * Returns the stage in a function's name, such as {@code dev} in {@code backplane-dev-GetThing}, or else the whole
     * name.
     */
    static String stageOf(String function, String operation) {
        String suffix = "-" + operation;
        return function.startsWith(PREFIX) && function.endsWith(suffix)
                ? function.substring(PREFIX.length(), function.length() - suffix.length())
                : function;
    }
}
