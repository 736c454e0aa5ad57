package dev.backplane.local.http;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A raw HTTP request: nothing is decoded or normalized.
 *
 * @param path the percent-encoded path
 * @param query the raw query; may be empty
 * @param headers values by lower-case name
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
     * The client of a connection.
     *
     * @param protocol the protocol version, such as {@code HTTP/1.1}
     */
    public record Client(String address, String protocol) {}

    /** Returns the first value of a header. */
    public Optional<String> header(String lowerCaseName) {
        return headers.getOrDefault(lowerCaseName, List.of()).stream().findFirst();
    }

    /** Returns the media type in lower case without parameters; may be empty. */
    public String mediaType() {
        String type = header("content-type").orElse("");
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
