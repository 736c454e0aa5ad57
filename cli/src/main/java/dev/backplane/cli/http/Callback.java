package dev.backplane.cli.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.backplane.cli.http.Failure.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** A server on this machine to which the sign-in page returns: RFC 8252, section 7.3. */
public final class Callback implements AutoCloseable {

    /** The ports of the redirect URLs that the stage allows. */
    public static final List<Integer> PORTS = List.of(18910, 18911, 18912);

    private static final String PATH = "/callback";

    private final HttpServer server;
    private final String state;
    private final CompletableFuture<Map<String, String>> answer = new CompletableFuture<>();

    private Callback(HttpServer server, String state) {
        this.server = server;
        this.state = state;
        server.createContext(PATH, this::receive);
        server.start();
    }

    /** Listens on the first free port; answers without the state are ignored. */
    public static Callback listen(String state) {
        for (int port : PORTS) {
            try {
                return new Callback(
                        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0), state);
            } catch (IOException e) {
                // The port is in use; try the next one.
            }
        }
        throw new Failure(Kind.REFUSED, "The ports " + PORTS + " are in use; one of them is needed to sign in.");
    }

    public URI address() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + PATH);
    }

    /** Waits for the answer and returns the authorization code. */
    public String code(Duration timeout) {
        Map<String, String> parameters;
        try {
            parameters = answer.get(timeout.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new Failure(Kind.SIGNED_OUT, "Nobody signed in within " + timeout.toMinutes() + " minutes.");
        } catch (InterruptedException | ExecutionException e) {
            Thread.currentThread().interrupt();
            throw new Failure(Kind.SIGNED_OUT, "The sign-in was interrupted.");
        }
        if (!parameters.containsKey("code")) {
            throw new Failure(
                    Kind.SIGNED_OUT,
                    "The sign-in was refused: "
                            + parameters.getOrDefault(
                                    "error_description", parameters.getOrDefault("error", "no reason was given")));
        }
        return parameters.get("code");
    }

    private void receive(HttpExchange exchange) throws IOException {
        Map<String, String> parameters = parameters(exchange.getRequestURI());
        boolean expected = exchange.getRequestURI().getPath().equals(PATH) && state.equals(parameters.get("state"));
        byte[] page = (expected
                        ? "You can close this page and return to the terminal."
                        : "This is not the answer to a sign-in of this command.")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("content-type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(expected ? 200 : 400, page.length);
        exchange.getResponseBody().write(page);
        exchange.close();
        if (expected) {
            answer.complete(parameters);
        }
    }

    private static Map<String, String> parameters(URI uri) {
        String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        return Arrays.stream(query.split("&"))
                .map(field -> field.split("=", 2))
                .filter(field -> field.length == 2)
                .collect(Collectors.toMap(
                        field -> field[0],
                        field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8),
                        (first, _) -> first));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
