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

/** Responses of AWS's JSON, REST and query protocols. */
public final class AwsResponses {

    private static final String JSON_PROTOCOL = "application/x-amz-json-1.1";
    private static final String REST_PROTOCOL = "application/json";

    private AwsResponses() {}

    /** Creates a success response. */
    public static HttpExecuteResponse ok(JsonNode body) {
        return answer(response(200, JSON_PROTOCOL), body.toString());
    }

    /** Creates an error response with status 400. */
    public static HttpExecuteResponse refused(String exception, String message) {
        return refused(400, exception, message);
    }

    /** Creates an error response. */
    static HttpExecuteResponse refused(int status, String exception, String message) {
        JsonNode body =
                JsonNodeFactory.instance.objectNode().put("__type", exception).put("message", message);
        return answer(response(status, JSON_PROTOCOL), body.toString());
    }

    /** Creates the response to an unsupported operation. */
    public static HttpExecuteResponse notOffered(AwsRequest request) {
        return refused("com.amazon.coral.service#UnknownOperationException", notOfferedMessage(request));
    }

    /** Returns the message for an unsupported operation. */
    public static String notOfferedMessage(AwsRequest request) {
        String operation = request.action().isEmpty() ? request.method() + " " + request.path() : request.action();
        return "The local cloud does not support " + request.host() + " " + operation;
    }

    /** Creates a REST response. */
    public static HttpExecuteResponse rest(int status, JsonNode body) {
        return answer(response(status, REST_PROTOCOL), body.toString());
    }

    /** Creates an empty REST response. */
    public static HttpExecuteResponse restNoContent() {
        return answer(response(204, REST_PROTOCOL), "");
    }

    /** Creates a REST error response. */
    public static HttpExecuteResponse restRefused(int status, String exception, String message) {
        JsonNode body =
                JsonNodeFactory.instance.objectNode().put("Type", "User").put("Message", message);
        return answer(response(status, REST_PROTOCOL).putHeader("x-amzn-ErrorType", exception), body.toString());
    }

    /** Creates an XML response. */
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
