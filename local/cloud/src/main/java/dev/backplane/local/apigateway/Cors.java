package dev.backplane.local.apigateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.http.Answer;
import dev.backplane.local.http.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The CORS configuration of an API: it answers preflight requests and rules over what functions say. */
record Cors(JsonNode configuration) {
    private static final String PREFIX = "access-control-";

    /** The method that a preflight request asks about; empty for any other request. */
    static Optional<String> preflightMethod(Request request) {
        return request.method().equals("OPTIONS") && request.header("origin").isPresent()
                ? request.header(PREFIX + "request-method")
                : Optional.empty();
    }

    Answer preflight(Request request) {
        Answer answer = Answer.empty(204);
        Optional<String> origin = allowedOrigin(request);
        if (origin.isEmpty()) {
            return answer;
        }
        answer = withOrigin(answer, origin.get());
        answer = withList(answer, "allow-methods", "AllowMethods");
        answer = withList(answer, "allow-headers", "AllowHeaders");
        return configuration.has("MaxAge")
                ? answer.with(PREFIX + "max-age", configuration.path("MaxAge").asText())
                : answer;
    }

    /** The answer of a function with this configuration's headers in place of the function's own. */
    Answer applyTo(Answer answer, Request request) {
        Map<String, List<String>> headers = new LinkedHashMap<>(answer.headers());
        headers.keySet().removeIf(name -> name.startsWith(PREFIX));
        Answer bare = new Answer(answer.status(), headers, answer.body());
        return allowedOrigin(request)
                .map(origin -> withList(withOrigin(bare, origin), "expose-headers", "ExposeHeaders"))
                .orElse(bare);
    }

    private Answer withOrigin(Answer answer, String origin) {
        Answer with = answer.with(PREFIX + "allow-origin", origin);
        return configuration.path("AllowCredentials").asBoolean()
                ? with.with(PREFIX + "allow-credentials", "true")
                : with;
    }

    private Answer withList(Answer answer, String header, String property) {
        JsonNode values = configuration.path(property);
        return values.isEmpty()
                ? answer
                : answer.with(
                        PREFIX + header,
                        String.join(
                                ",", values.valueStream().map(JsonNode::asText).toList()));
    }

    /** What the answer names: everybody, or the origin itself when it is on the list. */
    private Optional<String> allowedOrigin(Request request) {
        List<String> allowed = configuration
                .path("AllowOrigins")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
        return request.header("origin")
                .flatMap(origin -> allowed.contains("*")
                        ? Optional.of("*")
                        : Optional.of(origin).filter(one -> allowed.stream().anyMatch(two -> matches(two, one))));
    }

    private static boolean matches(String allowed, String origin) {
        int star = allowed.indexOf('*'); // such as https://*, which is all that API Gateway allows
        return star < 0 ? allowed.equals(origin) : origin.startsWith(allowed.substring(0, star));
    }
}
