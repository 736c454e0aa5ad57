package dev.backplane.local.http;

import com.sun.net.httpserver.HttpExchange;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the JDK server's exchanges. */
final class Exchanges {
    private Exchanges() {}

    /** What the client says the body's length is, or -1. */
    static long declaredLength(HttpExchange exchange) {
        String length = exchange.getRequestHeaders().getFirst("content-length");
        return length == null ? -1 : Long.parseLong(length); // the server has checked that it is a number
    }

    static Request request(HttpExchange exchange, Body body) {
        String target = originForm(exchange.getRequestURI().toString());
        int question = target.indexOf('?');
        return new Request(
                exchange.getRequestMethod(),
                question < 0 ? target : target.substring(0, question),
                question < 0 ? "" : target.substring(question + 1),
                headers(exchange),
                body,
                new Request.Client(exchange.getRemoteAddress().getAddress().getHostAddress(), exchange.getProtocol()),
                Instant.now());
    }

    /**
     * The target as text and not by the parts of a URI, which takes {@code //name/path} for a host name and a path.
     * A proxy's client sends the whole URL.
     */
    private static String originForm(String target) {
        if (target.startsWith("/")) {
            return target;
        }
        int authority = target.indexOf("://");
        int path = authority < 0 ? -1 : target.indexOf('/', authority + 3);
        return path < 0 ? "/" : target.substring(path);
    }

    private static Map<String, List<String>> headers(HttpExchange exchange) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
        return headers;
    }
}
