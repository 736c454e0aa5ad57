package dev.backplane.local.http;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates raw requests for tests. */
public final class Requests {

    /** The arrival time of every request. */
    public static final Instant NOW = Instant.parse("2026-01-05T10:20:30.456Z");

    private Requests() {}

    public static LocalRequest get(String target) {
        return of("GET", target, "");
    }

    public static LocalRequest of(String method, String target, String body) {
        int question = target.indexOf('?');
        return new LocalRequest(
                method,
                question < 0 ? target : target.substring(0, question),
                question < 0 ? "" : target.substring(question + 1),
                Map.of("host", List.of("127.0.0.1:4510")),
                Body.of(body),
                new LocalRequest.Client("127.0.0.1", "HTTP/1.1"),
                NOW);
    }

    /** Returns the request with an additional header value. */
    public static LocalRequest with(LocalRequest request, String name, String value) {
        Map<String, List<String>> headers = new LinkedHashMap<>(request.headers());
        List<String> values = new ArrayList<>(headers.getOrDefault(name, List.of()));
        values.add(value);
        headers.put(name, values);
        return new LocalRequest(
                request.method(),
                request.path(),
                request.query(),
                headers,
                request.body(),
                request.client(),
                request.receivedAt());
    }
}
