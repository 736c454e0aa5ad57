package dev.backplane.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.backplane.platform.Deadline;
import dev.backplane.platform.log.Meter;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.regions.Region;

@Timeout(60)
class SignedHttpTest {

    private static final byte[] BODY = "{\"Name\":\"/a\"}".getBytes(StandardCharsets.UTF_8);

    private final SdkHttpClient client =
            AwsConnection.lambda(Settings.of(Map.of("AWS_REGION", "eu-west-1"))).http();
    private final Queue<Reply> replies = new ArrayDeque<>();
    private final List<String> bodies = new ArrayList<>();
    private final List<String> signatures = new ArrayList<>();
    private HttpServer server;

    private record Reply(int status, String body) {}

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::reply);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        client.close();
    }

    private void reply(HttpExchange exchange) throws IOException {
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        signatures.add(exchange.getRequestHeaders().getFirst("Authorization"));
        Reply reply = replies.remove();
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private SignedHttp to(String service, Region region, Optional<URI> endpoint) {
        return new SignedHttp(
                new AwsConnection(
                        client,
                        StaticCredentialsProvider.create(AwsBasicCredentials.create(
                                "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")),
                        region,
                        endpoint,
                        Optional.of(AwsConnection.CALL_LIMIT)),
                service,
                Clock.fixed(Instant.parse("2013-05-24T00:00:00Z"), ZoneOffset.UTC));
    }

    private SignedHttp toServer() {
        return to(
                "ssm",
                Region.EU_WEST_1,
                Optional.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())));
    }

    private static SignedResponse send(SignedHttp http) {
        return http.send(
                SdkHttpRequest.builder()
                        .method(SdkHttpMethod.POST)
                        .uri(http.address())
                        .build(),
                BODY);
    }

    @Test
    void address_isInTheDomainOfThePartition() {
        assertThat(to("ssm", Region.EU_WEST_1, Optional.empty()).address())
                .hasToString("https://ssm.eu-west-1.amazonaws.com");
        assertThat(to("ssm", Region.CN_NORTH_1, Optional.empty()).address())
                .hasToString("https://ssm.cn-north-1.amazonaws.com.cn");
    }

    // The example of https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
    @Test
    void presign_ofTheExampleInTheDocumentation_hasItsSignature() {
        SdkHttpRequest request = SdkHttpRequest.builder()
                .method(SdkHttpMethod.GET)
                .uri(URI.create("https://examplebucket.s3.amazonaws.com/test.txt"))
                .build();

        URI address = to("s3", Region.US_EAST_1, Optional.empty()).presign(request, Duration.ofDays(1));

        assertThat(address.getQuery())
                .contains("X-Amz-Expires=86400")
                .contains("X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
    }

    @Test
    void send_isMeteredWithItsRetries() {
        replies.add(new Reply(503, ""));
        replies.add(new Reply(200, "{}"));
        Meter meter = new Meter();

        SignedResponse response = meter.measure(() -> send(toServer()));

        assertThat(response.status()).isEqualTo(200);
        assertThat(meter.calls()).isEqualTo(2);
    }

    @Test
    void send_signsForServiceAndRegion_andReturnsTheResponse() {
        replies.add(new Reply(200, "{}"));

        SignedResponse response = send(toServer());

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).isEqualTo("{}");
        assertThat(bodies).containsExactly(new String(BODY, StandardCharsets.UTF_8));
        assertThat(signatures).singleElement().asString().contains("20130524/eu-west-1/ssm/aws4_request");
    }

    @Test
    void send_whenTheServiceIsOverloadedOrFails_sendsTheWholeRequestAgain() {
        replies.add(new Reply(400, "{\"__type\":\"com.amazon.coral.availability#ThrottlingException\"}"));
        replies.add(new Reply(500, ""));
        replies.add(new Reply(200, "{}"));

        assertThat(send(toServer()).status()).isEqualTo(200);
        assertThat(bodies).hasSize(3).containsOnly(new String(BODY, StandardCharsets.UTF_8));
    }

    @Test
    void send_whenTheServiceKeepsFailing_returnsTheLastResponse() {
        for (int attempt = 0; attempt < 3; attempt++) {
            replies.add(new Reply(503, "SlowDown " + attempt));
        }

        assertThat(send(toServer()).text()).isEqualTo("SlowDown 2");
    }

    @Test
    void send_whenTheServiceRejectsTheRequest_doesNotRepeatIt() {
        replies.add(new Reply(400, "{\"__type\":\"ParameterNotFound\",\"message\":null}"));

        SignedResponse response = send(toServer());

        assertThat(response.isSuccessful()).isFalse();
        assertThat(response.errorCode()).contains("ParameterNotFound");
        assertThat(bodies).hasSize(1);
    }

    @Test
    void send_whenNoServerAnswers_endsWithTheDeadlineOfTheInvocation() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            SignedHttp http =
                    to("ssm", Region.EU_WEST_1, Optional.of(URI.create("http://127.0.0.1:" + silent.getLocalPort())));

            assertThatThrownBy(() -> Deadline.of(1_500).run(() -> send(http))).isInstanceOf(SdkClientException.class);
        }
    }
}
