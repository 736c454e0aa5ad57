package dev.backplane.platform.log;

import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private static final List<JsonValue> DEFINITIONS = List.of(
            definition(LATENCY, "Milliseconds"),
            definition(FAULTS, "Count"),
            definition(REFUSALS, "Count"),
            definition(CALLS, "Count"),
            definition(READ_UNITS, "Count"),
            definition(WRITE_UNITS, "Count"));

    private Metrics() {}

    /**
     * Returns what tells CloudWatch where in the line the metrics are.
     *
     * @param counts the names of those that only some functions have
     */
    static JsonValue directive(long epochMillis, Collection<String> counts) {
        Map<String, JsonValue> metrics = new LinkedHashMap<>();
        metrics.put("Namespace", new Text(NAMESPACE));
        metrics.put("Dimensions", new Arr(List.of(new Arr(List.of(new Text(FUNCTION))))));
        metrics.put(
                "Metrics",
                new Arr(Stream.concat(DEFINITIONS.stream(), counts.stream().map(name -> definition(name, "Count")))
                        .toList()));
        Map<String, JsonValue> directive = new LinkedHashMap<>();
        directive.put("Timestamp", new Num(Long.toString(epochMillis)));
        directive.put("CloudWatchMetrics", new Arr(List.of(new Obj(metrics))));
        return new Obj(directive);
    }

    private static JsonValue definition(String name, String unit) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("Name", new Text(name));
        members.put("Unit", new Text(unit));
        return new Obj(members);
    }
}
