package dev.backplane.local.cloudformation;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.platform.Platform;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/** The function of a custom resource: responds as the property {@code Mode} says, and logs its events. */
public final class RecordHandler implements RequestStreamHandler {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Platform platform;

    public RecordHandler(Platform platform) {
        this.platform = platform;
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        JsonNode event = JSON.readTree(in);
        platform.log().accept(event.toString());
        JsonNode properties = event.path("ResourceProperties");
        boolean delete = event.path("RequestType").asText().equals("Delete");
        String mode = delete
                ? properties.path("DeleteMode").asText()
                : properties.path("Mode").asText();
        switch (mode) {
            case "throw" -> throw new IllegalStateException("told to throw");
            case "silent" -> {
                return;
            }
            case "fail" -> answer(event, "FAILED");
            default -> answer(event, "SUCCESS");
        }
    }

    private void answer(JsonNode event, String status) throws IOException {
        String id = event.path("ResourceProperties").path("Id").asText("record");
        ObjectNode answer = JSON.createObjectNode()
                .put("Status", status)
                .put("Reason", "told to fail")
                .put("PhysicalResourceId", id)
                .put("StackId", event.path("StackId").asText())
                .put("RequestId", event.path("RequestId").asText())
                .put("LogicalResourceId", event.path("LogicalResourceId").asText());
        answer.putObject("Data").put("Greeting", "hello " + id);
        byte[] body = JSON.writeValueAsBytes(answer);
        int code = platform.aws()
                .http()
                .prepareRequest(HttpExecuteRequest.builder()
                        .request(SdkHttpRequest.builder()
                                .method(SdkHttpMethod.PUT)
                                .uri(URI.create(event.path("ResponseURL").asText()))
                                .putHeader("Content-Type", "")
                                .putHeader("Content-Length", String.valueOf(body.length))
                                .build())
                        .contentStreamProvider(() -> new ByteArrayInputStream(body))
                        .build())
                .call()
                .httpResponse()
                .statusCode();
        if (code != 200) {
            throw new IOException("the answer was refused with " + code);
        }
    }
}
