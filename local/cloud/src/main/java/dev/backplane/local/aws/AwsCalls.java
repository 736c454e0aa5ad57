package dev.backplane.local.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.account.Account;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/** AWS calls that the local cloud makes with the role of a resource. */
public final class AwsCalls {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FIRST_BAD_STATUS = 300;

    private final SdkHttpClient http;

    public AwsCalls(SdkHttpClient http) {
        this.http = http;
    }

    /**
     * The response of a service.
     *
     * @param content the body as text
     */
    public record Reply(int status, String requestId, String content) {

        public boolean isRefusal() {
            return status >= FIRST_BAD_STATUS;
        }

        /** Returns the JSON body. */
        public JsonNode json() throws IOException {
            return JSON.readTree(content);
        }
    }

    /** Calls a service with the JSON protocol. */
    public Reply call(String service, String target, JsonNode body) throws IOException {
        return send(
                request(service)
                        .putHeader("Content-Type", "application/x-amz-json-1.0")
                        .putHeader("X-Amz-Target", target)
                        .build(),
                body.toString());
    }

    /** Calls a service with the query protocol. */
    public Reply post(String service, String form) throws IOException {
        return send(
                request(service)
                        .putHeader("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
                        .build(),
                form);
    }

    private static SdkHttpRequest.Builder request(String service) {
        return SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .putHeader("Authorization", Engine.AUTHORIZATION)
                .uri(URI.create("https://" + service + "." + Account.REGION + "." + Account.URL_SUFFIX + "/"));
    }

    private Reply send(SdkHttpRequest request, String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        HttpExecuteResponse response = http.prepareRequest(HttpExecuteRequest.builder()
                        .request(request)
                        .contentStreamProvider(() -> new ByteArrayInputStream(content))
                        .build())
                .call();
        try (InputStream answer = response.responseBody().orElseGet(AbortableInputStream::createEmpty)) {
            return new Reply(
                    response.httpResponse().statusCode(),
                    response.httpResponse()
                            .firstMatchingHeader("x-amzn-RequestId")
                            .orElse("local"),
                    new String(answer.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
