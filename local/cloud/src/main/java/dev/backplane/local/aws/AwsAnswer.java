package dev.backplane.local.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.iam.Denial;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpFullResponse;

/** Answers in the wire form of AWS's JSON protocol. */
public final class AwsAnswer {
    private AwsAnswer() {}

    /** A successful call. */
    public static HttpExecuteResponse ok(JsonNode body) {
        return answer(200, body);
    }

    /** A call that AWS refuses with this exception. */
    public static HttpExecuteResponse refused(String exception, String message) {
        return answer(
                400,
                JsonNodeFactory.instance.objectNode().put("__type", exception).put("message", message));
    }

    static HttpExecuteResponse denied(Denial denial) {
        return refused("com.amazon.coral.service#AccessDeniedException", denial.message());
    }

    private static HttpExecuteResponse answer(int status, JsonNode body) {
        byte[] content = body.toString().getBytes(StandardCharsets.UTF_8);
        return HttpExecuteResponse.builder()
                .response(SdkHttpFullResponse.builder()
                        .statusCode(status)
                        .putHeader("Content-Type", "application/x-amz-json-1.1")
                        .putHeader("Content-Length", String.valueOf(content.length))
                        .putHeader("x-amzn-RequestId", UUID.randomUUID().toString())
                        .build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(content)))
                .build();
    }
}
