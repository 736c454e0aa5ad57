package dev.backplane.local.s3;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The CORS rules of a bucket. The first rule that matches a request decides.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html">How Amazon S3 evaluates CORS</a>
 */
record BucketCors(List<JsonNode> rules) {

    static final BucketCors NONE = new BucketCors(List.of());

    private static final String PREFIX = "access-control-";

    static BucketCors of(JsonNode bucket) {
        return new BucketCors(
                bucket.at("/CorsConfiguration/CorsRules").valueStream().toList());
    }

    static boolean isPreflight(LocalRequest request) {
        return request.method().equals("OPTIONS")
                && request.header("origin").isPresent()
                && request.header(PREFIX + "request-method").isPresent();
    }

    /** Returns the response to a preflight request, which has no credentials and needs none. */
    LocalResponse preflight(LocalRequest request) throws S3Exception {
        String method = request.header(PREFIX + "request-method").orElse("");
        List<String> headers = request.header(PREFIX + "request-headers")
                .map(names -> Arrays.stream(names.split(","))
                        .map(name -> name.strip().toLowerCase(Locale.ROOT))
                        .toList())
                .orElse(List.of());
        JsonNode rule = rule(request, method, headers)
                .orElseThrow(() ->
                        new S3Exception(403, "AccessForbidden", "CORSResponse: This CORS request is not allowed."));
        LocalResponse response = withRule(LocalResponse.empty(200), request, rule);
        return headers.isEmpty() ? response : response.with(PREFIX + "allow-headers", String.join(", ", headers));
    }

    /** Returns the response with the headers that let the page read it, if a rule allows that. */
    LocalResponse applyTo(LocalResponse response, LocalRequest request) {
        return rule(request, request.method(), List.of())
                .map(rule -> withRule(response, request, rule))
                .orElse(response);
    }

    private Optional<JsonNode> rule(LocalRequest request, String method, List<String> headers) {
        Optional<String> origin = request.header("origin");
        return origin.isEmpty()
                ? Optional.empty()
                : rules.stream()
                        .filter(rule ->
                                texts(rule, "AllowedOrigins").anyMatch(allowed -> matches(allowed, origin.get())))
                        .filter(rule -> texts(rule, "AllowedMethods").anyMatch(method::equals))
                        .filter(rule -> headers.stream()
                                .allMatch(name -> texts(rule, "AllowedHeaders")
                                        .anyMatch(allowed -> matches(allowed.toLowerCase(Locale.ROOT), name))))
                        .findFirst();
    }

    private static LocalResponse withRule(LocalResponse response, LocalRequest request, JsonNode rule) {
        boolean any = texts(rule, "AllowedOrigins").anyMatch("*"::equals);
        LocalResponse with = response.with(
                        PREFIX + "allow-origin",
                        any ? "*" : request.header("origin").orElse(""))
                .with(
                        PREFIX + "allow-methods",
                        String.join(", ", texts(rule, "AllowedMethods").toList()))
                .with("vary", "Origin, Access-Control-Request-Headers, Access-Control-Request-Method");
        List<String> exposed = texts(rule, "ExposedHeaders").toList();
        with = exposed.isEmpty() ? with : with.with(PREFIX + "expose-headers", String.join(", ", exposed));
        return rule.has("MaxAge")
                ? with.with(PREFIX + "max-age", rule.path("MaxAge").asText())
                : with;
    }

    private static Stream<String> texts(JsonNode rule, String property) {
        return rule.path(property).valueStream().map(JsonNode::asText);
    }

    private static boolean matches(String allowed, String value) {
        int star = allowed.indexOf('*');
        return star < 0
                ? allowed.equals(value)
                : value.length() >= allowed.length() - 1
                        && value.startsWith(allowed.substring(0, star))
                        && value.endsWith(allowed.substring(star + 1));
    }
}
