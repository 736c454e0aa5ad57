package dev.backplane.packaging;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.backplane.local.runtime.TlsProxy;
import dev.backplane.platform.rehearsal.RecordedResponse;
import dev.backplane.platform.rehearsal.Recording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A loopback server with TLS that answers the calls of a function from a recording. */
final class RecordedAwsServer implements AutoCloseable {

    private final HttpServer server;
    private final TlsProxy front;
    private volatile Recording recording = new Recording(List.of());

    RecordedAwsServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::serve);
        server.start();
        front = new TlsProxy(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    URI endpoint() {
        return front.endpoint();
    }

    /** Replaces the recording. */
    void load(List<RecordedResponse> answers) {
        recording = new Recording(answers);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            Optional<String> target =
                    Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
            Optional<RecordedResponse> answer =
                    recording.take(RecordedResponse.callOf(target, exchange.getRequestMethod()));
            byte[] body = answer.map(RecordedResponse::body).orElse("").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("x-amzn-RequestId", "rehearsal");
            exchange.sendResponseHeaders(
                    answer.map(RecordedResponse::status).orElse(400), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        front.close();
        server.stop(0);
    }
}
