package dev.backplane.platform.http;

import dev.backplane.platform.http.HttpEvent.Authorizer;
import dev.backplane.platform.http.HttpEvent.Http;
import dev.backplane.platform.http.HttpEvent.RequestContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A call of a route by another operation of the same process.
 *
 * @param path the values of the variables of the path
 * @param query the values of the query string, not encoded
 * @param body the bytes of the body in base64; empty if there is none
 */
public record RouteCall(
        Route route, Map<String, String> path, Map<String, String> query, Map<String, String> headers, String body) {

    /** Returns the event of this call. Its body is encoded, because it reached the process unaltered. */
    HttpEvent event(@Nullable RequestContext context) {
        Authorizer authorizer = context == null ? null : context.authorizer();
        String requestId = context == null ? null : context.requestId();
        return new HttpEvent(
                query.entrySet().stream()
                        .map(value -> encode(value.getKey()) + '=' + encode(value.getValue()))
                        .collect(Collectors.joining("&")),
                headers,
                path,
                new RequestContext(authorizer, new Http(route.method(), route.path()), requestId),
                '"' + body + '"',
                true,
                false);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
