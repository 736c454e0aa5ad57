package dev.backplane.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Scope;
import dev.backplane.platform.settings.Settings;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;

/** Calls to a server that accepts connections and never responds. */
@Timeout(60)
class CallLimitTest {

    // Durations are not measured: on a busy machine, building a client takes longer than the call limit.
    private static final String AFTER_THE_LIMIT = AwsConnection.CALL_LIMIT.toMillis() + " millis";

    private static final Operation READ = Operation.of("Read", Scope.of("tests", "read"), "GET /things");

    private interface Calls {
        void with(AwsConnection aws) throws IOException;
    }

    private static void during(Calls calls) throws IOException {
        AwsConnection function = AwsConnection.lambda(Settings.of(Map.of("AWS_REGION", "eu-west-1")));
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                SdkHttpClient http = function.http()) {
            Optional<Duration> limit = function.callLimit();
            URI address = URI.create("http://127.0.0.1:" + silent.getLocalPort());
            calls.with(new AwsConnection(
                            http, AnonymousCredentialsProvider.create(), Region.EU_WEST_1, Optional.empty(), limit)
                    .at(address));
        }
    }

    private static RequestStreamHandler reading(Platform platform) {
        Dynamo dynamo = platform.dynamo();
        return new HttpHandler(platform, READ) {
            @Override
            protected HttpResponse handle(HttpRequest request) {
                dynamo.get("things", Map.of("id", Values.text("1")), false);
                return HttpResponse.noContent();
            }
        };
    }

    @Test
    void handler_whenAwsDoesNotAnswer_answers503() throws IOException {
        during(aws -> {
            TestPlatform test = new TestPlatform(Map.of(), aws);
            GatewayResponse answer = HttpCall.of(READ).send(reading(test.platform()));

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.code()).isEqualTo("UNAVAILABLE");
            assertThat(answer.header("retry-after")).contains("5");
            assertThat(test.lines()).singleElement().asString().contains(AFTER_THE_LIMIT);
        });
    }

    @Test
    void handler_withLessTimeThanTheLimit_answers503BeforeItsTimeout() throws IOException {
        during(aws -> {
            TestPlatform test = new TestPlatform(Map.of(), aws);
            GatewayResponse answer = HttpCall.of(READ).send(reading(test.platform()), Invoke.contextWith(1_500));

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.code()).isEqualTo("UNAVAILABLE");
            assertThat(test.lines()).singleElement().asString().containsPattern("configuration: [1-4]?\\d?\\d millis");
        });
    }

    @Test
    void client_ofAnyService_endsACallThatHangs() throws IOException {
        during(aws -> {
            EventBridgeClient client = aws.client(EventBridgeClient.builder());

            assertThatThrownBy(() -> client.putEvents(_ -> {}))
                    .isInstanceOf(ApiCallTimeoutException.class)
                    .hasMessageContaining(AFTER_THE_LIMIT);
        });
    }

    @Test
    void client_withALimitOfItsOwn_keepsIt() throws IOException {
        during(aws -> {
            EventBridgeClient client = aws.client(EventBridgeClient.builder()
                    .overrideConfiguration(limits -> limits.apiCallTimeout(Duration.ofMillis(200))));

            assertThatThrownBy(() -> client.putEvents(_ -> {}))
                    .isInstanceOf(ApiCallTimeoutException.class)
                    .hasMessageContaining("200 millis");
        });
    }
}
