package dev.backplane.local.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Converts between Jetty's types and the types of this package. */
final class JettyExchange {

    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 304);

    private JettyExchange() {}

    /** Returns the request with the raw path and query. */
    static dev.backplane.local.http.LocalRequest request(Request exchange, Body body) {
        HttpURI uri = exchange.getHttpURI();
        String path = uri.getPath();
        String query = uri.getQuery();
        return new dev.backplane.local.http.LocalRequest(
                exchange.getMethod(),
                path == null || path.isEmpty() ? "/" : path,
                query == null ? "" : query,
                headers(exchange),
                body,
                new dev.backplane.local.http.LocalRequest.Client(
                        Request.getRemoteAddr(exchange),
                        exchange.getConnectionMetaData().getHttpVersion().asString()),
                Instant.now());
    }

    private static Map<String, List<String>> headers(Request exchange) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (HttpField field : exchange.getHeaders()) {
            String value = field.getValue();
            headers.computeIfAbsent(field.getName().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(value == null ? "" : value);
        }
        return headers;
    }

    static void send(Request exchange, Response response, LocalResponse answer, Callback callback) {
        response.setStatus(answer.status());
        answer.headers().forEach((name, values) -> response.getHeaders().put(name, values));
        boolean withoutBody = WITHOUT_BODY.contains(answer.status());
        if (!withoutBody) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().size());
        }
        boolean empty = withoutBody || exchange.getMethod().equals("HEAD");
        if (answer.body().isStream()) {
            stream(answer.body(), empty, response, callback);
        } else {
            response.write(
                    true, ByteBuffer.wrap(empty ? new byte[0] : answer.body().bytes()), callback);
        }
    }

    private static void stream(Body body, boolean empty, Response response, Callback callback) {
        try (InputStream content = body.stream();
                OutputStream out = Content.Sink.asOutputStream(response)) {
            if (!empty) {
                content.transferTo(out);
            }
        } catch (IOException failure) {
            callback.failed(failure);
            return;
        }
        callback.succeeded();
    }
}
