package dev.backplane.bench.load;

import java.util.List;
import java.util.stream.Stream;

/** The connections of a crew to the gateway, one for each caller, with one token for all. */
final class Callers implements AutoCloseable {

    private final List<HttpConnection> connections;
    private final String headers;

    Callers(Suite suite, int count) {
        connections = Stream.generate(() -> new HttpConnection(suite.address()))
                .limit(count)
                .toList();
        headers = "Authorization: Bearer " + suite.token() + "\r\n";
    }

    HttpConnection.Answer get(int caller, String target) {
        return connections.get(caller).send("GET", target, headers, "");
    }

    /** Asks for what is so now, whatever the service remembers. */
    HttpConnection.Answer getFresh(int caller, String target) {
        return connections.get(caller).send("GET", target, headers + "Cache-Control: no-cache\r\n", "");
    }

    HttpConnection.Answer delete(int caller, String target) {
        return connections.get(caller).send("DELETE", target, headers, "");
    }

    HttpConnection.Answer post(int caller, String target, String json) {
        return connections.get(caller).send("POST", target, json(), json);
    }

    HttpConnection.Answer put(int caller, String target, String json) {
        return connections.get(caller).send("PUT", target, json(), json);
    }

    private String json() {
        return headers + "Content-Type: application/json\r\n";
    }

    @Override
    public void close() {
        connections.forEach(HttpConnection::close);
    }
}
