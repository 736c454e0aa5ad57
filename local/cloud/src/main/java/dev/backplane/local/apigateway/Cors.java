package dev.backplane.local.apigateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The CORS configuration of an API: answers preflight requests and overrides CORS headers of functions. */
record Cors(JsonNode configuration) {

    private static final String PREFIX = "access-control-";

    static boolean isPreflight(LocalRequest request) {
        return request.method().equals("OPTIONS")
                && request.header("origin").isPresent()
                && request.header(PREFIX + "request-method").isPresent();
    }

    LocalResponse preflight(LocalRequest request) {
        LocalResponse answer = LocalResponse.empty(204);
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

    /** Returns the response with the CORS headers of this configuration. */
    LocalResponse applyTo(LocalResponse answer, LocalRequest request) {
        Map<String, List<String>> headers = new LinkedHashMap<>(answer.headers());
        headers.keySet().removeIf(name -> name.startsWith(PREFIX));
        LocalResponse bare = new LocalResponse(answer.status(), headers, answer.body());
        return allowedOrigin(request)
                .map(origin -> withList(withOrigin(bare, origin), "expose-headers", "ExposeHeaders"))
                .orElse(bare);
    }

    private LocalResponse withOrigin(LocalResponse answer, String origin) {
        LocalResponse with = answer.with(PREFIX + "allow-origin", origin);
        return configuration.path("AllowCredentials").asBoolean()
                ? with.with(PREFIX + "allow-credentials", "true")
                : with;
    }

    private LocalResponse withList(LocalResponse answer, String header, String property) {
        JsonNode values = configuration.path(property);
        return values.isEmpty()
                ? answer
                : answer.with(
                        PREFIX + header,
                        String.join(
                                ",", values.valueStream().map(JsonNode::asText).toList()));
    }

    /** Returns the allowed origin: {@code *} or the request's origin if it is listed. */
    private Optional<String> allowedOrigin(LocalRequest request) {
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
        int star = allowed.indexOf('*'); // such as https://*, the only form that API Gateway allows
        return star < 0 ? allowed.equals(origin) : origin.startsWith(allowed.substring(0, star));
    }
}
