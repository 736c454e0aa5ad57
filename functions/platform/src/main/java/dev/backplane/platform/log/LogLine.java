package dev.backplane.platform.log;

import dev.backplane.platform.json.Json;
import java.util.List;
import java.util.stream.Collectors;

/** A JSON object that is written member by member, which is cheaper than building a tree for every invocation. */
final class LogLine {

    private static final int USUAL_LENGTH = 1024;

    private final StringBuilder out = new StringBuilder(USUAL_LENGTH).append('{');

    /** Adds the metadata that tells CloudWatch which members are metrics. */
    void metrics(long epochMillis, List<String> names) {
        String metrics = names.stream()
                .map(name -> "{\"Name\":\"" + name + "\",\"Unit\":\"Count\"}")
                .collect(Collectors.joining(","));
        json(
                "_aws",
                "{\"Timestamp\":" + epochMillis + ",\"CloudWatchMetrics\":[{\"Namespace\":\"" + Metrics.NAMESPACE
                        + "\",\"Dimensions\":[[\"" + Metrics.STAGE + "\",\"" + Metrics.SERVICE + "\"]],\"Metrics\":["
                        + metrics + "]}]}");
    }

    /** Adds a string; names never need escaping. */
    void text(String name, String value) {
        name(name);
        Json.writeText(value, out);
    }

    /** Adds a number with up to three digits after the point. */
    void decimal(String name, double value) {
        name(name);
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
    void json(String name, String json) {
        name(name);
        out.append(json);
    }

    private void name(String name) {
        if (out.length() > 1) {
            out.append(',');
        }
        out.append('"').append(name).append("\":");
    }

    String finish() {
        return out.append('}').toString();
    }
}
