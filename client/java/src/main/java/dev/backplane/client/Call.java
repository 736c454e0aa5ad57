package dev.backplane.client;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A call of an operation. */
final class Call {

    // Longer than the 30 seconds after which API Gateway responds.
    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private final String method;
    private final StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    private final Map<String, String> headers = new LinkedHashMap<>();
    private String path;
    private BodyPublisher body = BodyPublishers.noBody();
    private boolean hasKey;

    Call(String method, String path) {
        this.method = method;
        this.path = path;
    }

    Call path(String name, String value) {
        path = path.replace("{" + name + "}", encoded(value));
        return this;
    }

    Call query(String name, @Nullable Object value) {
        if (value != null) {
            query.add(name + "=" + encoded(value.toString()));
        }
        return this;
    }

    Call header(String name, @Nullable Object value) {
        if (value != null) {
            headers.put(name, value.toString());
        }
        return this;
    }

    /** Identifies the request, so that it can be repeated; with a random key if there is none. */
    Call key(@Nullable String key) {
        hasKey = true;
        return header("Idempotency-Key", key == null ? UUID.randomUUID() : key);
    }

    Call json(String type, Object value) {
        return bytes(type, Json.write(value));
    }

    Call bytes(String type, byte[] value) {
        body = BodyPublishers.ofByteArray(value);
        return header("Content-Type", type);
    }

    /** Returns whether a request that may have been executed can be repeated. */
    boolean isRepeatable() {
        return hasKey || method.equals("GET") || method.equals("HEAD");
    }

    HttpRequest request(URI address, String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(address.toString().replaceFirst("/$", "") + path + query))
                .timeout(TIMEOUT)
                .method(method, body)
                .header("Authorization", "Bearer " + token);
        headers.forEach(request::header);
        return request.build();
    }

    @Override
    public String toString() {
        return method + " " + path;
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
