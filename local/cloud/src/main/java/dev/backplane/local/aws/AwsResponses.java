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

/** Answers in the wire forms of AWS's JSON and REST protocols. */
public final class AwsResponses {

    private static final String JSON_PROTOCOL = "application/x-amz-json-1.1";
    private static final String REST_PROTOCOL = "application/json";

    private AwsResponses() {}

    /** Returns a successful call. */
    public static HttpExecuteResponse ok(JsonNode body) {
        return answer(response(200, JSON_PROTOCOL), body.toString());
    }

    /** Returns a call that AWS refuses with this exception. */
    public static HttpExecuteResponse refused(String exception, String message) {
        return refused(400, exception, message);
    }

    /** Returns a call that AWS refuses, or fails to perform, with this exception. */
    static HttpExecuteResponse refused(int status, String exception, String message) {
        JsonNode body =
                JsonNodeFactory.instance.objectNode().put("__type", exception).put("message", message);
        return answer(response(status, JSON_PROTOCOL), body.toString());
    }

    /** Returns a call that the local cloud has nothing to do with. */
    public static HttpExecuteResponse notOffered(AwsRequest request) {
        return refused("com.amazon.coral.service#UnknownOperationException", notOfferedMessage(request));
    }

    /** Says that the local cloud has nothing to do with a call. */
    public static String notOfferedMessage(AwsRequest request) {
        String operation = request.action().isEmpty() ? request.method() + " " + request.path() : request.action();
        return "The local cloud does not offer " + request.host() + " " + operation;
    }

    /** Returns a successful call of a REST API. */
    public static HttpExecuteResponse rest(int status, JsonNode body) {
        return answer(response(status, REST_PROTOCOL), body.toString());
    }

    /** Returns a successful call of a REST API that has nothing to tell. */
    public static HttpExecuteResponse restNoContent() {
        return answer(response(204, REST_PROTOCOL), "");
    }

    /** Returns a call that a REST API refuses with this exception. */
    public static HttpExecuteResponse restRefused(int status, String exception, String message) {
        JsonNode body =
                JsonNodeFactory.instance.objectNode().put("Type", "User").put("Message", message);
        return answer(response(status, REST_PROTOCOL).putHeader("x-amzn-ErrorType", exception), body.toString());
    }

    /** Returns an answer of a query API, or none of a body at all. */
    public static HttpExecuteResponse xml(int status, String body) {
        return answer(response(status, "text/xml"), body);
    }

    static HttpExecuteResponse denied(Denial denial) {
        return refused("com.amazon.coral.service#AccessDeniedException", denial.message());
    }

    private static SdkHttpFullResponse.Builder response(int status, String contentType) {
        return SdkHttpFullResponse.builder()
                .statusCode(status)
                .putHeader("Content-Type", contentType)
                .putHeader("x-amzn-RequestId", UUID.randomUUID().toString());
    }

    private static HttpExecuteResponse answer(SdkHttpFullResponse.Builder response, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        return HttpExecuteResponse.builder()
                .response(response.putHeader("Content-Length", String.valueOf(content.length))
                        .build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(content)))
                .build();
    }
}
