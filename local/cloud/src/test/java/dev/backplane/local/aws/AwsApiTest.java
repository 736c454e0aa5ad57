package dev.backplane.local.aws;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.http.Body;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;

final class AwsApiTest {

    private final List<String> calls = new ArrayList<>();
    private final AwsApi api = new AwsApi(new FakeAws());

    @ParameterizedTest
    @CsvSource({
        "us-east-1, dynamodb, https://dynamodb.us-east-1.amazonaws.com/a%2Fb?x=1",
        "eu-west-1, lambda, https://lambda.eu-west-1.amazonaws.com/a%2Fb?x=1",
        "cn-north-1, lambda, https://lambda.cn-north-1.amazonaws.com.cn/a%2Fb?x=1"
    })
    void answer_goesToTheServiceThatTheSignatureNames(String region, String service, String expected) {
        LocalResponse answer = api.answer(request(Map.of("authorization", signature(region, service))))
                .orElseThrow();

        assertThat(calls).containsExactly("POST " + expected + " body");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().text()).isEqualTo("fake");
        assertThat(answer.headers()).containsOnlyKeys("x-amzn-requestid");
    }

    @Test
    void answer_toAnUnsignedRequest_goesByItsTarget() {
        assertThat(api.answer(request(Map.of("x-amz-target", "AmazonSQS.ListQueues"))))
                .isPresent();
        assertThat(calls).containsExactly("POST https://sqs.us-east-1.amazonaws.com/a%2Fb?x=1 body");
    }

    @Test
    void answer_toACallOfAnHttpApi_isNone() {
        assertThat(api.answer(request(Map.of("authorization", "Bearer token")))).isEmpty();
        assertThat(api.answer(request(Map.of()))).isEmpty();
        assertThat(calls).isEmpty();
    }

    @Test
    void answer_whenThereIsNoSuchService_saysWhere() {
        LocalResponse answer = api.answer(request(Map.of("authorization", signature("eu-west-1", "unknown"))))
                .orElseThrow();

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body().text())
                .isEqualTo("{\"__type\": \"UnknownOperationException\","
                        + "\"message\": \"The local cloud does not support unknown in eu-west-1\"}");
    }

    @Test
    void answer_toAWebPage_isRefused() {
        LocalResponse answer = api.answer(request(
                        Map.of("authorization", signature("us-east-1", "dynamodb"), "origin", "https://evil.example")))
                .orElseThrow();

        assertThat(answer.status()).isEqualTo(403);
        assertThat(calls).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"PROPFIND, /, 405", "POST, /%, 400"})
    void answer_whenAwsHasNoSuchOperation_isRefused(String method, String path, int status) {
        LocalRequest request = request(Map.of("authorization", signature("us-east-1", "dynamodb")));
        LocalResponse answer = api.answer(new LocalRequest(
                        method, path, "", request.headers(), request.body(), request.client(), request.receivedAt()))
                .orElseThrow();

        assertThat(answer.status()).isEqualTo(status);
        assertThatJson(answer.body().text()).node("__type").isEqualTo("UnknownOperationException");
        assertThat(calls).isEmpty();
    }

    private static String signature(String region, String service) {
        return "AWS4-HMAC-SHA256 Credential=any/20260105/" + region + "/" + service
                + "/aws4_request, SignedHeaders=host, Signature=0";
    }

    private static LocalRequest request(Map<String, String> headers) {
        Map<String, List<String>> lists = new HashMap<>();
        headers.forEach((name, value) -> lists.put(name, List.of(value)));
        return new LocalRequest(
                "POST",
                "/a%2Fb",
                "x=1",
                lists,
                Body.of("body"),
                new LocalRequest.Client("127.0.0.1", "HTTP/1.1"),
                Instant.EPOCH);
    }

    private final class FakeAws implements SdkHttpClient {

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    return answer(request);
                }

                @Override
                public void abort() {}
            };
        }

        private HttpExecuteResponse answer(HttpExecuteRequest request) throws IOException {
            if (request.httpRequest().host().startsWith("unknown.")) {
                throw new UnknownHostException(request.httpRequest().host());
            }
            byte[] body =
                    request.contentStreamProvider().orElseThrow().newStream().readAllBytes();
            calls.add(request.httpRequest().method() + " "
                    + request.httpRequest().getUri() + " " + new String(body, StandardCharsets.UTF_8));
            return HttpExecuteResponse.builder()
                    .response(SdkHttpFullResponse.builder()
                            .statusCode(200)
                            .putHeader("X-Amzn-RequestId", "1")
                            .putHeader("Connection", "close")
                            .putHeader("Content-Length", "4")
                            .build())
                    .responseBody(AbortableInputStream.create(
                            new ByteArrayInputStream("fake".getBytes(StandardCharsets.UTF_8))))
                    .build();
        }

        @Override
        public void close() {}
    }
}
