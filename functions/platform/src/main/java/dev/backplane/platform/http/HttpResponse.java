package dev.backplane.platform.http;

import dev.backplane.platform.json.Json;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An answer to an HTTP request. */
public sealed interface HttpResponse {

    /**
     * An answer that did what was asked.
     *
     * @param body JSON or other text, bytes in base64, or empty for none
     * @param isBase64 whether the body is bytes, which the gateway decodes on the way out
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

        /** Marks the version of what is answered. */
        public Success withETag(String tag) {
            return with("etag", '"' + tag + '"');
        }

        /** Returns the tag of what is answered, without its quotes. */
        Optional<String> tag() {
            return Optional.ofNullable(headers.get("etag")).map(tag -> tag.substring(1, tag.length() - 1));
        }

        /** Lets this answer be reused by whoever asked for it, for so long. */
        public Success withMaxAge(Duration age) {
            return with("cache-control", "private, max-age=" + age.toSeconds());
        }
    }

    /** An answer that says why not; nothing was changed. */
    record Refusal(Problem problem, Map<String, String> headers) implements HttpResponse {}

    static Success ok(Object body) {
        return json(200, Json.write(body));
    }

    /** Answers a record and members whose values are JSON already. */
    static Success ok(Object body, Map<String, String> rawMembers) {
        return json(200, Json.write(body, rawMembers));
    }

    /** Answers that something was made, and where it is. */
    static Success created(String location, Object body) {
        return json(201, Json.write(body)).with("location", location);
    }

    /** Answers that something will be done, which the answer does not wait for. */
    static Success accepted(Object body) {
        return json(202, Json.write(body));
    }

    /** Answers the same with members whose values are JSON already. */
    static Success accepted(Object body, Map<String, String> rawMembers) {
        return json(202, Json.write(body, rawMembers));
    }

    /** Answers JSON that is printed already. */
    static Success json(int status, String body) {
        return new Success(status, Map.of("content-type", "application/json"), Optional.of(body));
    }

    /** Answers bytes as they are. */
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

    /** Answers one page of a list. */
    static <T> Success page(Class<T> type, List<T> items, Optional<String> next) {
        return json(200, Json.writePage(type, items, next));
    }

    static Refusal problem(int status, String code, String detail) {
        return problem(Problem.of(status, code, detail));
    }

    static Refusal problem(Problem problem) {
        return new Refusal(problem, Map.of());
    }

    /** Answers that a precondition does not hold, with the tag of what there is, if there is anything. */
    static Refusal preconditionFailed(Optional<String> currentTag) {
        Problem problem = Problem.of(412, "PRECONDITION_FAILED", "The value is not what the request expects.");
        return currentTag
                .map(tag -> '"' + tag + '"')
                .map(tag -> new Refusal(problem.with("etag", tag), Map.of("etag", tag)))
                .orElseGet(() -> problem(problem));
    }

    /** Answers that the same request may succeed later; every 503 says when. */
    static Refusal unavailable(String code, String detail, Duration retryAfter) {
        String seconds = Long.toString(Math.max(1, retryAfter.plusMillis(999).toSeconds()));
        return new Refusal(Problem.of(503, code, detail), Map.of("retry-after", seconds));
    }
}
