package dev.backplane.local.http;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request as it came over the wire: nothing decoded, nothing normalised.
 *
 * @param path the path of the request target, still percent-encoded
 * @param query what follows the question mark, empty without one
 * @param headers values by lower-case name, in the order they came
 */
public record LocalRequest(
        String method,
        String path,
        String query,
        Map<String, List<String>> headers,
        Body body,
        Client client,
        Instant receivedAt) {

    /**
     * The other end of the connection.
     *
     * @param protocol the version it speaks, such as {@code HTTP/1.1}
     */
    public record Client(String address, String protocol) {}

    /** The first value of a header. */
    public Optional<String> header(String lowerCaseName) {
        return headers.getOrDefault(lowerCaseName, List.of()).stream().findFirst();
    }

    /** The media type of the body in lower case and without parameters, empty when the client does not say. */
    public String mediaType() {
        String type = header("content-type").orElse("");
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
