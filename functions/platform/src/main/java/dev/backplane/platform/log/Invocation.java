package dev.backplane.platform.log;

import dev.backplane.platform.json.Json;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Text;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One invocation of a function and its log line in JSON; alarm metrics use the embedded metric format.
 *
 * <p>The line never contains tokens, bodies or stored values.
 */
public final class Invocation {

    /** The result of an invocation. */
    private enum Outcome {
        SUCCESS,
        REFUSED,
        FAULT
    }

    private static final String PREFIX = "backplane-";
    private static final int USUAL_LENGTH = 1024;
    private static final ScopedValue<Invocation> CURRENT = ScopedValue.newInstance();

    private final String function;
    private final String service;
    private final String operation;
    private final String requestId;
    private final long start = System.nanoTime();
    private final Meter meter = new Meter();
    private Outcome outcome = Outcome.SUCCESS;
    private @Nullable Throwable failure;
    private final Map<String, JsonValue> details = new LinkedHashMap<>();
    private final Map<String, Long> counts = new ConcurrentSkipListMap<>();

    /**
     * Starts an invocation.
     *
     * @param function the deployed name of the function, which includes the stage
     */
    public Invocation(String function, String service, String operation, String requestId) {
        this.function = function;
        this.service = service;
        this.operation = operation;
        this.requestId = requestId;
    }

    public String requestId() {
        return requestId;
    }

    /** Runs the function's work and meters its calls. */
    public <T> T run(Supplier<T> work) {
        return meter.measuring(ScopedValue.where(CURRENT, this)).call(work::get);
    }

    /** Records a failure in the current invocation that does not fail it. */
    public static void recordFailure(Throwable cause) {
        if (CURRENT.isBound()) {
            CURRENT.get().failure = cause;
        }
    }

    /** Counts an event of the current invocation for an alarm; it becomes a metric unless it is zero. */
    public static void count(String metric, long value) {
        if (CURRENT.isBound()) {
            CURRENT.get().counts.merge(metric, value, Long::sum);
        }
    }

    /** Adds a text to the log line of the current invocation; it must be one of a known set and not a caller's. */
    public static void label(String name, String value) {
        if (CURRENT.isBound()) {
            CURRENT.get().details.put(name, new Text(value));
        }
    }

    /** Records the caller, as {@code <type>:<id>}. */
    public void actor(String actor) {
        details.put("actor", new Text(actor));
    }

    /** Records a success. */
    public void succeeded(int status) {
        note("status", status);
    }

    /** Records a refusal; an invocation with a recorded failure remains a fault. */
    public void refused(int status, String code) {
        if (outcome != Outcome.FAULT) {
            outcome = Outcome.REFUSED;
        }
        note("status", status);
        details.put("code", new Text(code));
    }

    /** Records a failure. */
    public void failed(Throwable cause) {
        outcome = Outcome.FAULT;
        failure = cause;
    }

    /** Adds a number to the log line. */
    public void note(String name, long value) {
        details.put(name, new Num(Long.toString(value)));
    }

    /**
     * Returns the complete log line. It is written member by member, which is cheaper than building a tree for every
     * invocation.
     */
    public String line(long epochMillis) {
        StringBuilder out = new StringBuilder(USUAL_LENGTH).append('{');
        List<String> published = published();
        if (!published.isEmpty()) {
            json(out, "_aws", embeddedMetrics(epochMillis, published));
        }
        text(out, Metrics.FUNCTION, function);
        text(out, Metrics.STAGE, stage());
        text(out, Metrics.SERVICE, service);
        text(out, "operation", operation);
        text(out, "requestId", requestId);
        text(out, "outcome", outcome.name());
        details.forEach((name, value) -> json(out, name, value.compact()));
        decimal(out, Metrics.LATENCY, (System.nanoTime() - start) / 1e6);
        if (outcome == Outcome.FAULT) {
            decimal(out, Metrics.FAULTS, 1);
        }
        decimal(out, Metrics.CALLS, (double) meter.calls());
        decimal(out, Metrics.READ_UNITS, meter.readUnits());
        decimal(out, Metrics.WRITE_UNITS, meter.writeUnits());
        counts.forEach((metric, value) -> json(out, metric, Long.toString(value)));
        if (failure != null) {
            text(out, "error", stackTrace(failure));
        }
        return out.append('}').toString();
    }

    private List<String> published() {
        List<String> names = new ArrayList<>();
        if (outcome == Outcome.FAULT) {
            names.add(Metrics.FAULTS);
        }
        counts.forEach((metric, value) -> {
            if (value != 0) {
                names.add(metric);
            }
        });
        return names;
    }

    /**
     * Returns the stage in the function's name, such as {@code dev} in {@code backplane-dev-GetThing}, or else the whole
     * name.
     */
    private String stage() {
        String suffix = "-" + operation;
        return function.startsWith(PREFIX) && function.endsWith(suffix)
                ? function.substring(PREFIX.length(), function.length() - suffix.length())
                : function;
    }

    /** Returns the metadata that tells CloudWatch which members are metrics. */
    private static String embeddedMetrics(long epochMillis, List<String> names) {
        String metrics = names.stream()
                .map(name -> "{\"Name\":\"" + name + "\",\"Unit\":\"Count\"}")
                .collect(Collectors.joining(","));
        return "{\"Timestamp\":" + epochMillis + ",\"CloudWatchMetrics\":[{\"Namespace\":\"" + Metrics.NAMESPACE
                + "\",\"Dimensions\":[[\"" + Metrics.STAGE + "\",\"" + Metrics.SERVICE + "\"]],\"Metrics\":[" + metrics
                + "]}]}";
    }

    /** Adds a string; names never need escaping. */
    private static void text(StringBuilder out, String name, String value) {
        name(out, name);
        Json.writeText(value, out);
    }

    /** Adds a number with up to three digits after the point. */
    private static void decimal(StringBuilder out, String name, double value) {
        name(out, name);
        long thousandths = Math.round(value * 1000);
        out.append(thousandths / 1000).append('.');
        long fraction = thousandths % 1000;
        out.append(fraction / 100);
        if (fraction % 100 != 0) {
            out.append(fraction / 10 % 10);
        }
        if (fraction % 10 != 0) {
            out.append(fraction % 10);
        }
    }

    /** Adds a value that is already JSON. */
    private static void json(StringBuilder out, String name, String json) {
        name(out, name);
        out.append(json);
    }

    private static void name(StringBuilder out, String name) {
        if (out.length() > 1) {
            out.append(',');
        }
        out.append('"').append(name).append("\":");
    }

    private static String stackTrace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
