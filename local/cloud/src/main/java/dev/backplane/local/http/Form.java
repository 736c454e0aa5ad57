package dev.backplane.local.http;

import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses {@code name=value} pairs of queries and forms. */
public final class Form {

    private Form() {}

    /** Returns all decoded values by decoded name, in order. */
    public static Map<String, List<String>> parse(String encoded) throws BadEscapeException {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : encoded.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = PercentEncoding.decodeQuery(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : PercentEncoding.decodeQuery(pair.substring(equals + 1));
            values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
        }
        return values;
    }
}
