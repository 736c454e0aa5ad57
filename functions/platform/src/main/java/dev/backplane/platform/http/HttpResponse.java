package dev.backplane.platform.http;

import dev.backplane.platform.json.Json;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A response to an HTTP request. */
public sealed interface HttpResponse {

    /**
     * A successful response.
     *
     * @param body JSON or other text, bytes in base64, or empty
     * @param isBase64 whether the body is bytes in base64, which API Gateway decodes
     */
    record Success(int status, Map<String, String> headers, Optional<String> body, boolean isBase64)
            implements HttpResponse {

        public Success(int status, Map<String, String> headers, Optional<String> body) {
            this(status, headers, body, false);
        }

        /** Adds a header. */
        public Success with(String name, String value) {
            Map<String, String> more = new TreeMap<>(headers);
            more.put(name, value);
            return new Success(status, more, body, isBase64);
        }

        /** Sets the entity tag. */
        public Success withETag(String tag) {
            return with("etag", '"' + tag + '"');
        }

        /** Returns the entity tag without quotes. */
        Optional<String> tag() {
            return Optional.ofNullable(headers.get("etag")).map(tag -> tag.substring(1, tag.length() - 1));
        }

        /** Allows the caller to cache the response. */
        public Success withMaxAge(Duration age) {
            return with("cache-control", "private, max-age=" + age.toSeconds());
        }
    }

    /** A response that reports a problem; nothing was changed. */
    record Refusal(Problem problem, Map<String, String> headers) implements HttpResponse {}

    static Success ok(Object body) {
        return json(200, Json.write(body));
    }

    /** Returns a record with additional members that are already JSON. */
    static Success ok(Object body, Map<String, String> rawMembers) {
        return json(200, Json.write(body, rawMembers));
    }

    /** Returns 201 with the location of the created resource. */
    static Success created(String location, Object body) {
        return json(201, Json.write(body)).with("location", location);
    }

    /** Returns 202 for work that the response does not wait for. */
    static Success accepted(Object body) {
        return json(202, Json.write(body));
    }

    /** Returns 202 with additional members that are already JSON. */
    static Success accepted(Object body, Map<String, String> rawMembers) {
        return json(202, Json.write(body, rawMembers));
    }

    /** Returns text that is already JSON. */
    static Success json(int status, String body) {
        return new Success(status, Map.of("content-type", "application/json"), Optional.of(body));
    }

    /** Returns bytes. */
    static Success bytes(String contentType, byte[] body) {
        return new Success(
                200,
                Map.of("content-type", contentType),
                Optional.of(Base64.getEncoder().encodeToString(body)),
                true);
    }

    static Success noContent() {
        return new Success(204, Map.of(), Optional.empty());
    }

    /** Returns one page of a list. */
    static <T> Success page(Class<T> type, List<T> items, Optional<String> next) {
        return json(200, Json.writePage(type, items, next));
    }

    static Refusal problem(int status, String code, String detail) {
        return problem(Problem.of(status, code, detail));
    }

    static Refusal problem(Problem problem) {
        return new Refusal(problem, Map.of());
    }

    /** Returns 412 with the current entity tag, if the resource exists. */
    static Refusal preconditionFailed(Optional<String> currentTag) {
        Problem problem = Problem.of(412, "PRECONDITION_FAILED", "The resource does not match the precondition.");
        return currentTag
                .map(tag -> '"' + tag + '"')
                .map(tag -> new Refusal(problem.with("etag", tag), Map.of("etag", tag)))
                .orElseGet(() -> problem(problem));
    }

    /** Returns 503 with a {@code Retry-After} header. */
    static Refusal unavailable(String code, String detail, Duration retryAfter) {
        String seconds = Long.toString(Math.max(1, retryAfter.plusMillis(999).toSeconds()));
        return new Refusal(Problem.of(503, code, detail), Map.of("retry-after", seconds));
    }
}
