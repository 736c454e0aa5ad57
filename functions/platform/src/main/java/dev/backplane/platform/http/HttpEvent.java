package dev.backplane.platform.http;

import io.avaje.jsonb.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of API Gateway's payload format 2.0 that the suite uses.
 *
 * @param keepAlive whether this is no request, but the weekly call that keeps the function's snapshot; API Gateway never
 *     sets it, and a caller's input is in the other members
 */
@Json
record HttpEvent(
        @Nullable String rawQueryString,
        @Nullable Map<String, String> headers,
        @Nullable Map<String, String> pathParameters,
        @Nullable RequestContext requestContext,
        @Json.Raw @Nullable String body,
        boolean isBase64Encoded,
        boolean keepAlive) {

    record RequestContext(
            @Nullable Authorizer authorizer,
            @Nullable Http http,
            @Nullable String requestId) {}

    record Authorizer(@Nullable Jwt jwt) {}

    record Jwt(@Nullable Map<String, String> claims) {}

    record Http(@Nullable String method, @Nullable String path) {}
}
