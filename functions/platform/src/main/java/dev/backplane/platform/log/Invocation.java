package dev.backplane.platform.log;

import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
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

    /** Returns the complete log line. */
    public String line(long epochMillis) {
        LogLine line = new LogLine();
        List<String> published = published();
        if (!published.isEmpty()) {
            line.metrics(epochMillis, published);
        }
        line.text(Metrics.FUNCTION, function);
        line.text(Metrics.STAGE, stage());
        line.text(Metrics.SERVICE, service);
        line.text("operation", operation);
        line.text("requestId", requestId);
        line.text("outcome", outcome.name());
        details.forEach((name, value) -> line.json(name, value.compact()));
        line.decimal(Metrics.LATENCY, (System.nanoTime() - start) / 1e6);
        if (outcome == Outcome.FAULT) {
            line.decimal(Metrics.FAULTS, 1);
        }
        line.decimal(Metrics.CALLS, (double) meter.calls());
        line.decimal(Metrics.READ_UNITS, meter.readUnits());
        line.decimal(Metrics.WRITE_UNITS, meter.writeUnits());
        counts.forEach((metric, value) -> line.json(metric, Long.toString(value)));
        if (failure != null) {
            line.text("error", StackTraces.of(failure));
        }
        return line.finish();
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
}
