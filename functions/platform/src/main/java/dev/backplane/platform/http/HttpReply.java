package dev.backplane.platform.http;

import io.avaje.jsonb.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A response in API Gateway's payload format 2.0. */
@Json
record HttpReply(
        int statusCode,
        Map<String, String> headers,
        @Nullable String body,
        boolean isBase64Encoded) {}
