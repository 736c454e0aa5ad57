package dev.backplane.platform.log;

import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The metrics of an invocation, as CloudWatch reads them out of a log line. */
public final class Metrics {

    public static final String NAMESPACE = "Backplane";
    /** The one dimension: a function's name tells stage, service and operation, and each further set costs as much again. */
    public static final String FUNCTION = "function";

    public static final String LATENCY = "latency";
    public static final String FAULTS = "faults";
    public static final String REFUSALS = "refusals";
    public static final String CALLS = "calls";
    public static final String READ_UNITS = "readUnits";
    public static final String WRITE_UNITS = "writeUnits";

    private static final String BEFORE_METRICS = ",\"CloudWatchMetrics\":[{\"Namespace\":\"" + NAMESPACE
            + "\",\"Dimensions\":[[\"" + FUNCTION + "\"]],\"Metrics\":[";

    private static final String DEFINITIONS = Stream.of(
                    definition(LATENCY, "Milliseconds"),
                    definition(FAULTS, "Count"),
                    definition(REFUSALS, "Count"),
                    definition(CALLS, "Count"),
                    definition(READ_UNITS, "Count"),
                    definition(WRITE_UNITS, "Count"))
            .collect(Collectors.joining(","));

    private Metrics() {}

    /**
     * Adds what tells CloudWatch where in the line the metrics are.
     *
     * <p>It is put together from texts, because it is on every line and hardly ever another.
     *
     * @param counts the names of those that only some functions have
     */
    static void directive(long epochMillis, Collection<String> counts, LogLine line) {
        StringBuilder metrics = new StringBuilder(DEFINITIONS);
        counts.forEach(name -> metrics.append(',').append(definition(name, "Count")));
        line.json("_aws", "{\"Timestamp\":" + epochMillis + BEFORE_METRICS + metrics + "]}]}");
    }

    private static String definition(String name, String unit) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("Name", new Text(name));
        members.put("Unit", new Text(unit));
        return new Obj(members).compact();
    }
}
