package dev.backplane.pool.capacity;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A network with a CodeBuild that has no builds, and a Step Functions that starts every execution. */
final class NetworkWithBuilds implements SdkHttpClient {

    private final SdkHttpClient others;

    NetworkWithBuilds(SdkHttpClient others) {
        this.others = others;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        String target =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        if (target.startsWith("CodeBuild_")) {
            return answer("{\"ids\":[]}");
        }
        return target.startsWith("AWSStepFunctions.")
                ? answer("{\"executionArn\":\"arn\",\"startDate\":1}")
                : others.prepareRequest(request);
    }

    private static ExecutableHttpRequest answer(String json) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                byte[] body = json.getBytes(StandardCharsets.UTF_8);
                return HttpExecuteResponse.builder()
                        .response(SdkHttpResponse.builder().statusCode(200).build())
                        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
                        .build();
            }

            @Override
            public void abort() {
                // The response is there at once.
            }
        };
    }

    @Override
    public void close() {}
}
