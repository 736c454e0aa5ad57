package dev.backplane.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;

class JsonApiTest {

    private final List<SdkHttpRequest> requests = new ArrayList<>();

    /** Calls a service that always returns the same response. */
    private Obj call(int status, String body) {
        SdkHttpClient service = new SdkHttpClient() {
            @Override
            public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
                requests.add(request.httpRequest());
                return new ExecutableHttpRequest() {
                    @Override
                    public HttpExecuteResponse call() {
                        return response(status, body);
                    }

                    @Override
                    public void abort() {}
                };
            }

            @Override
            public void close() {}
        };
        AwsConnection aws = new AwsConnection(
                service,
                StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")),
                Region.EU_WEST_1,
                Optional.empty());
        return new JsonApi(new SignedHttp(aws, "sqs", Clock.systemUTC()), "AmazonSQS")
                .call("GetQueueUrl", Map.of("QueueName", new Text("a")));
    }

    private static HttpExecuteResponse response(int status, String body) {
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder().statusCode(status).build())
                .responseBody(
                        AbortableInputStream.create(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build();
    }

    @Test
    void call_returnsTheResponse() {
        assertThat(call(200, "{\"QueueUrl\":\"https://a\"}").findText("QueueUrl"))
                .contains("https://a");

        SdkHttpRequest request = requests.getFirst();
        assertThat(request.host()).isEqualTo("sqs.eu-west-1.amazonaws.com");
        assertThat(request.firstMatchingHeader("X-Amz-Target")).contains("AmazonSQS.GetQueueUrl");
        assertThat(request.firstMatchingHeader("Content-Type")).contains("application/x-amz-json-1.0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"__type\":\"com.amazonaws.sqs#QueueDoesNotExist\",\"message\":\"gone\"} | QueueDoesNotExist | gone",
                "{\"__type\":\"AccessDeniedException\",\"Message\":\"no\"} | AccessDeniedException | no",
                "<html/> | HTTP 400 | no reason given"
            })
    void refusal_hasCodeAndReason_andIsNotRepeated(String body, String code, String reason) {
        assertThatThrownBy(() -> call(400, body))
                .isInstanceOfSatisfying(
                        AwsRefusalException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(reason);
        assertThat(requests).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"400, RequestThrottled", "400, TooManyUpdates", "500, InternalError"})
    void failureThatMayPass_isUnavailable(int status, String code) {
        assertThatThrownBy(() -> call(status, "{\"__type\":\"" + code + "\"}")).isInstanceOf(Unavailable.class);
    }

    @Test
    void responseThatIsNotJson_isAFault() {
        assertThatIllegalStateException().isThrownBy(() -> call(200, "<html/>"));
    }
}
