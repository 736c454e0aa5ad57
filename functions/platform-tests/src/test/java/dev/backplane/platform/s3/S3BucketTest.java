package dev.backplane.platform.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;

@Timeout(60)
class S3BucketTest {

    private static final String KEY = "objects/a1";

    private final SdkHttpClient client =
            AwsConnection.lambda(Settings.of(Map.of("AWS_REGION", "eu-west-1"))).http();
    private final Queue<Reply> replies = new ArrayDeque<>();
    private final List<String> requests = new ArrayList<>();
    private HttpServer server;

    private record Reply(int status, Map<String, String> headers, String body) {}

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
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        Reply reply = replies.remove();
        reply.headers().forEach(exchange.getResponseHeaders()::set);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.status(), head || body.length == 0 ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private S3Bucket bucket(Optional<URI> endpoint, Map<String, String> settings) {
        AwsConnection aws = new AwsConnection(
                client,
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIAIOSFODNN7EXAMPLE", "secret")),
                Region.EU_WEST_1,
                endpoint,
                Optional.of(AwsConnection.CALL_LIMIT));
        Clock clock = Clock.fixed(Instant.parse("2026-01-05T00:00:00Z"), ZoneOffset.UTC);
        return new S3Bucket(new Platform(Settings.of(settings), aws, clock, Ids.random(), _ -> {}), "blobs");
    }

    private S3Bucket onServer() {
        return bucket(
                Optional.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())), Map.of());
    }

    private void respond(int status, Map<String, String> headers, String body) {
        replies.add(new Reply(status, headers, body));
    }

    @Test
    void uploadUrl_namesTheBucketInTheHost_andSignsWhatTheRequestMustContain() {
        URI url = bucket(Optional.empty(), Map.of())
                .uploadUrl(KEY, Map.of("Content-Length", "10", "If-None-Match", "*"), Duration.ofHours(1));

        assertThat(url)
                .hasScheme("https")
                .hasHost("blobs.s3.eu-west-1.amazonaws.com")
                .hasPath("/objects/a1");
        assertThat(url.getQuery())
                .contains("X-Amz-Expires=3600", "X-Amz-SignedHeaders=content-length;host;if-none-match");
    }

    @Test
    void downloadUrl_setsHeadersOfTheResponse() {
        URI url = bucket(Optional.empty(), Map.of())
                .downloadUrl(
                        KEY,
                        Map.of("content-type", "text/html; charset=utf-8", "content-disposition", "attachment"),
                        Duration.ofMinutes(5));

        assertThat(url.getRawQuery())
                .contains("response-content-type=text%2Fhtml%3B%20charset%3Dutf-8")
                .contains("response-content-disposition=attachment", "X-Amz-Expires=300");
    }

    @Test
    void urls_onALocalCloud_areForItsAddress() {
        S3Bucket bucket = bucket(
                Optional.of(URI.create("http://127.0.0.1:1")), Map.of("AWS_ENDPOINT_URL_S3", "http://localhost:4566"));

        assertThat(bucket.downloadUrl(KEY, Map.of(), Duration.ofMinutes(5)))
                .hasHost("localhost")
                .hasPath("/blobs/objects/a1");
    }

    @Test
    void find_returnsSizeAndChecksum() {
        respond(200, Map.of("Content-Length", "12", "ETag", "\"t\"", "x-amz-checksum-sha256", "c3Vt"), "");

        assertThat(onServer().find(KEY)).contains(new S3Bucket.Found(12, "\"t\"", Optional.of("c3Vt")));
        assertThat(requests).containsExactly("HEAD /blobs/objects/a1");
    }

    @Test
    void find_ofWhatIsMissing_isEmpty_andOfWhatIsForbiddenFails() {
        respond(404, Map.of(), "");
        respond(403, Map.of(), "");

        assertThat(onServer().find(KEY)).isEmpty();
        assertThatThrownBy(() -> onServer().find(KEY)).isInstanceOf(SdkServiceException.class);
    }

    @Test
    void read_tellsWhetherTheObjectIsTheExpectedOne() {
        respond(200, Map.of(), "bytes");
        respond(403, Map.of(), "");
        respond(412, Map.of(), "");

        assertThat(onServer().read(KEY, "\"t\""))
                .isInstanceOfSatisfying(
                        S3Bucket.Read.Content.class,
                        content -> assertThat(content.bytes()).asString().isEqualTo("bytes"));
        assertThat(onServer().read(KEY, "\"t\"")).isEqualTo(new S3Bucket.Read.Missing());
        assertThat(onServer().read(KEY, "\"t\"")).isEqualTo(new S3Bucket.Read.Changed());
    }

    @Test
    void delete_thatFails_isNotTakenForDone() {
        respond(204, Map.of(), "");
        respond(403, Map.of(), "");

        onServer().delete(KEY);
        assertThatThrownBy(() -> onServer().delete(KEY)).isInstanceOf(SdkServiceException.class);
        assertThat(requests).containsOnly("DELETE /blobs/objects/a1");
    }
}
