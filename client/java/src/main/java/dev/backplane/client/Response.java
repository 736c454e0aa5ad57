package dev.backplane.client;

import java.net.http.HttpHeaders;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A successful response.
 *
 * @param content the body; null if the response has none
 */
public record Response<T>(
        int status, HttpHeaders headers, @Nullable T content) {

    /** Returns the body. Fails if the response has none, as with status 204. */
    public T body() {
        if (content == null) {
            throw new IllegalStateException("The response with status " + status + " has no body");
        }
        return content;
    }

    /** Returns the tag of the version, for a later {@code If-Match}. */
    public Optional<String> etag() {
        return headers.firstValue("ETag");
    }
}
