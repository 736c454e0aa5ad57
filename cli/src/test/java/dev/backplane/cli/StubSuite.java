package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server in place of the suite: it issues tokens, records requests, and responds as it is told. */
final class StubSuite implements AutoCloseable {

    static final String TOKEN = "token-of-the-stub";

    private final HttpServer server;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final List<String> forms = new CopyOnWriteArrayList<>();
    private final Deque<Response> responses = new ArrayDeque<>();
    private volatile Response tokens = json("{\"access_token\":\"" + TOKEN + "\",\"expires_in\":900}");
    private volatile boolean externalIssuer;

    /** A request to an API. */
    record Request(String method, URI uri, Map<String, List<String>> headers, String body) {

        String path() {
            return uri.getRawPath();
        }

        String line() {
            return method + " " + uri;
        }
    }

    private record Response(int status, String type, String body, Map<String, String> headers) {}

    StubSuite() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::respond);
        server.createContext("/oauth2/", this::issue);
        server.createContext("/config.json", exchange -> send(exchange, json(config())));
        server.start();
    }

    private static Response json(String body) {
        return new Response(200, "application/json", body, Map.of());
    }

    private String config() {
        String settings = "{\"stage\":\"dev\",\"region\":\"us-east-1\",\"issuer\":\"http://issuer\"";
        return externalIssuer
                ? settings + "}"
                : settings + ",\"clientId\":\"people\",\"authorizeUrl\":\"" + address()
                        + "/oauth2/authorize\",\"tokenUrl\":\"" + address() + "/oauth2/token\"}";
    }

    private void issue(HttpExchange exchange) throws IOException {
        forms.add(exchange.getRequestURI().getPath() + "?"
                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        send(exchange, tokens);
    }

    /** Responds to all further token requests like this. */
    void issues(int status, String body) {
        tokens = new Response(status, "application/json", body, Map.of());
    }

    /** Makes the tokens come from somewhere else. */
    void hasAnExternalIssuer() {
        externalIssuer = true;
    }

    /** Returns the requests to the issuer, as path and fields. */
    List<String> forms() {
        return List.copyOf(forms);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Responds to the next request with a body; the last one is repeated. */
    StubSuite responds(int status, String body) {
        return responds(status, body, Map.of());
    }

    StubSuite responds(int status, String body, Map<String, String> headers) {
        String type = status < 400 ? "application/json" : "application/problem+json";
        responses.add(new Response(status, type, body, headers));
        return this;
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    private void respond(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(
                new Request(exchange.getRequestMethod(), exchange.getRequestURI(), exchange.getRequestHeaders(), body));
        synchronized (responses) {
            Response response = responses.size() > 1 ? responses.remove() : responses.peek();
            send(exchange, response == null ? described(exchange) : response);
        }
    }

    private static Response described(HttpExchange exchange) {
        return ApiDescription.of(
                        exchange.getRequestMethod(), exchange.getRequestURI().getRawPath())
                .map(operation -> operation.silent()
                        ? new Response(204, "application/json", "", Map.of())
                        : new Response(200, "application/json", text(operation.example()), Map.of()))
                .orElse(new Response(404, "application/json", "{\"message\":\"Not Found\"}", Map.of()));
    }

    private static String text(JsonNode value) {
        return value.toString();
    }

    private static void send(HttpExchange exchange, Response response) throws IOException {
        exchange.getResponseHeaders().set("content-type", response.type());
        response.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
