package dev.backplane.local.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.LoopbackServer;
import dev.backplane.local.iam.AccessKeys.AccessKey;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.testing.Assembly;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.aws.SignedHttp;
import dev.backplane.testing.Threads;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.regions.Region;

/** Uses presigned URLs as clients do. */
class S3ApiTest {

    private static final String BUCKET = "uploads";
    private static final Duration VALIDITY = Duration.ofMinutes(10);

    @TempDir
    private Path folder;

    @TempDir
    private Path data;

    private final MovedClock clock = new MovedClock();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final EngineHttpClient http = new EngineHttpClient();
    private CloudTemplates templates;
    private Iam iam;
    private ObjectStore objects;
    private LoopbackServer server;

    /** A clock that only a test moves. */
    private static final class MovedClock extends Clock {

        private Instant now = Instant.parse("2026-01-05T10:00:00Z");

        void move(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }
    }

    @BeforeEach
    void start() throws IOException {
        new Assembly(folder).stack("Test", """
                Resources:
                  Bucket:
                    Type: AWS::S3::Bucket
                    Properties:
                      BucketName: uploads
                      LifecycleConfiguration:
                        Rules:
                          - {Prefix: 'in/', ExpirationInDays: 7, Status: Enabled}
                          - {AbortIncompleteMultipartUpload: {DaysAfterInitiation: 1}, Status: Enabled}
                      CorsConfiguration:
                        CorsRules:
                          - AllowedOrigins: ['https://app.example.com']
                            AllowedMethods: [GET, PUT]
                            AllowedHeaders: [content-type, if-none-match]
                            ExposedHeaders: [ETag]
                            MaxAge: 3600
                  Writer:
                    Type: AWS::IAM::Role
                    Properties:
                      RoleName: writer
                      AssumeRolePolicyDocument:
                        Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                      Policies:
                        - PolicyDocument:
                            Statement:
                              - {Effect: Allow, Action: ['s3:PutObject', 's3:GetObject'], Resource: 'arn:aws:s3:::uploads/in/*'}
                  Reader:
                    Type: AWS::IAM::Role
                    Properties:
                      RoleName: reader
                      AssumeRolePolicyDocument:
                        Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                      Policies:
                        - PolicyDocument:
                            Statement:
                              - {Effect: Allow, Action: 's3:GetObject', Resource: 'arn:aws:s3:::uploads/*'}
                              - {Effect: Allow, Action: 's3:ListBucket', Resource: 'arn:aws:s3:::uploads'}
                  Policy:
                    Type: AWS::S3::BucketPolicy
                    Properties:
                      Bucket: {Ref: Bucket}
                      PolicyDocument:
                        Statement:
                          - Effect: Deny
                            Action: 's3:*'
                            Principal: {AWS: '*'}
                            Resource: ['arn:aws:s3:::uploads', 'arn:aws:s3:::uploads/*']
                            Condition: {Bool: {'aws:SecureTransport': 'false'}}
                """);
        templates = CloudTemplates.read(
                folder,
                new ResourceKinds().register(IamKinds.all()).register(List.of(Bucket.kind())),
                TemplateEdit.NONE);
        iam = Iam.of(templates);
        objects = ObjectStore.of(templates, Optional.of(data), clock);
        server = LoopbackServer.bind(0);
        S3Api api = new S3Api(objects, iam, clock);
        server.start(
                new LoopbackServer.Handlers() {
                    @Override
                    public LocalResponse answer(LocalRequest request) {
                        return LocalResponse.message(404, "not S3");
                    }

                    @Override
                    public Optional<LocalResponse> stream(LocalRequest head, InputStream body) throws IOException {
                        return api.answer(head, body);
                    }
                },
                line -> {},
                line -> {});
    }

    @AfterEach
    void stop() {
        client.close();
        http.close();
        server.close();
        objects.close();
    }

    private AccessKey key(String role) {
        return iam.keys()
                .issue(iam.role("arn:aws:iam::000000000000:role/" + role)
                        .orElseThrow()
                        .as("Test"));
    }

    private URI presigned(AccessKey key, SdkHttpRequest request) {
        AwsCredentials credentials = AwsSessionCredentials.create(key.id(), key.secret(), key.token());
        AwsConnection aws = new AwsConnection(
                http,
                StaticCredentialsProvider.create(credentials),
                Region.of(Account.REGION),
                Optional.of(server.address()));
        return new SignedHttp(aws, "s3", clock).presign(request, VALIDITY);
    }

    private SdkHttpRequest.Builder request(SdkHttpMethod method, String objectKey) {
        return SdkHttpRequest.builder()
                .method(method)
                .uri(URI.create(server.address() + "/" + BUCKET + "/" + objectKey));
    }

    private URI presigned(String role, SdkHttpMethod method, String objectKey) {
        return presigned(key(role), request(method, objectKey).build());
    }

    private HttpResponse<byte[]> send(String method, URI url, byte[] content) throws Exception {
        return client.send(
                HttpRequest.newBuilder(url)
                        .method(
                                method,
                                content.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(content))
                        .build(),
                BodyHandlers.ofByteArray());
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static byte[] content(int size) {
        byte[] content = new byte[size];
        new Random(1).nextBytes(content);
        return content;
    }

    @Test
    void put_thenGet_returnsTheSameBytes() throws Exception {
        byte[] content = content(20_000_000);
        HttpResponse<byte[]> put = send("PUT", presigned("writer", SdkHttpMethod.PUT, "in/a%20b.zip"), content);
        HttpResponse<byte[]> got = send("GET", presigned("reader", SdkHttpMethod.GET, "in/a%20b.zip"), new byte[0]);
        HttpResponse<byte[]> head = send("HEAD", presigned("reader", SdkHttpMethod.HEAD, "in/a%20b.zip"), new byte[0]);

        assertThat(put.statusCode()).isEqualTo(200);
        assertThat(got.statusCode()).isEqualTo(200);
        assertThat(got.body()).isEqualTo(content);
        assertThat(got.headers().firstValue("etag"))
                .isEqualTo(put.headers().firstValue("etag"))
                .isPresent();
        assertThat(head.headers().firstValueAsLong("content-length")).hasValue(content.length);
    }

    @Test
    void put_again_replacesTheObject() throws Exception {
        URI url = presigned("writer", SdkHttpMethod.PUT, "in/a");
        send("PUT", url, content(100));
        send("PUT", url, content(50));

        assertThat(send("GET", presigned("reader", SdkHttpMethod.GET, "in/a"), new byte[0])
                        .body())
                .hasSize(50);
        try (Stream<Path> files = Files.list(data.resolve(BUCKET))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void request_afterTheUrlExpired_isDenied() throws Exception {
        URI url = presigned("writer", SdkHttpMethod.PUT, "in/a");
        clock.move(VALIDITY.plusSeconds(1));

        HttpResponse<byte[]> late = send("PUT", url, content(10));
        assertThat(late.statusCode()).isEqualTo(403);
        assertThat(text(late)).contains("<Code>AccessDenied</Code>", "Request has expired");
    }

    @Test
    void request_thatWasNotSigned_isRefused() throws Exception {
        URI put = presigned("writer", SdkHttpMethod.PUT, "in/a");
        send("PUT", put, content(10));

        assertThat(text(send("GET", put, new byte[0]))).contains("<Code>SignatureDoesNotMatch</Code>");
        assertThat(text(send("PUT", URI.create(put.toString().replace("in/a", "in/b")), content(10))))
                .contains("<Code>SignatureDoesNotMatch</Code>");
        assertThat(text(send(
                        "PUT",
                        URI.create(put.toString().replace("X-Amz-Expires=600", "X-Amz-Expires=700")),
                        content(10))))
                .contains("<Code>SignatureDoesNotMatch</Code>");
        assertThat(text(send("PUT", URI.create(put.toString().replace("ASIA", "AKIA")), content(10))))
                .contains("<Code>InvalidAccessKeyId</Code>");
    }

    @Test
    void put_whenItsLengthIsSigned_mustHaveThatLength() throws Exception {
        URI url = presigned(
                key("writer"),
                request(SdkHttpMethod.PUT, "in/a")
                        .putHeader("Content-Length", "10")
                        .build());

        assertThat(text(send("PUT", url, content(11)))).contains("<Code>SignatureDoesNotMatch</Code>");
        assertThat(send("PUT", url, content(10)).statusCode()).isEqualTo(200);
    }

    private static String sha256(byte[] content) throws Exception {
        return Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(content));
    }

    /** Returns an address for a content that is known, where there is no object yet. */
    private URI creation(byte[] content) throws Exception {
        return presigned(
                key("writer"),
                request(SdkHttpMethod.PUT, "in/a")
                        .putHeader("Content-Length", Integer.toString(content.length))
                        .putHeader("If-None-Match", "*")
                        .putHeader("x-amz-checksum-sha256", sha256(content))
                        .build());
    }

    private HttpResponse<byte[]> create(URI url, byte[] content, String checksum) throws Exception {
        return client.send(
                HttpRequest.newBuilder(url)
                        .header("If-None-Match", "*")
                        .header("x-amz-checksum-sha256", checksum)
                        .PUT(BodyPublishers.ofByteArray(content))
                        .build(),
                BodyHandlers.ofByteArray());
    }

    @Test
    void put_whenItsChecksumIsSigned_mustHaveThatContent() throws Exception {
        byte[] content = content(1000);
        byte[] other = content.clone();
        other[0]++;
        URI url = creation(content);

        assertThat(text(create(url, other, sha256(content)))).contains("<Code>BadDigest</Code>", "SHA256");
        assertThat(text(create(url, other, sha256(other)))).contains("<Code>SignatureDoesNotMatch</Code>");
        assertThat(text(send("PUT", url, content))).contains("<Code>SignatureDoesNotMatch</Code>");
        assertThat(text(send("GET", presigned("reader", SdkHttpMethod.GET, "in/a"), new byte[0])))
                .contains("<Code>NoSuchKey</Code>");
        assertThat(create(url, content, sha256(content)).statusCode()).isEqualTo(200);
    }

    @Test
    void put_ifThereIsNone_neverReplacesAnObject() throws Exception {
        byte[] content = content(1000);
        URI url = creation(content);
        List<Integer> statuses = Threads.race(
                        16, _ -> create(url, content, sha256(content)).statusCode())
                .allResults();
        HttpResponse<byte[]> again = create(url, content, sha256(content));

        assertThat(statuses)
                .containsOnlyOnce(200)
                .filteredOn(status -> status != 200)
                .containsOnly(412);
        assertThat(text(again)).contains("<Code>PreconditionFailed</Code>", "<Condition>If-None-Match</Condition>");
        try (Stream<Path> files = Files.list(data.resolve(BUCKET))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void head_returnsTheChecksumOnRequest() throws Exception {
        byte[] content = content(1000);
        create(creation(content), content, sha256(content));
        URI url = presigned(
                key("reader"),
                request(SdkHttpMethod.HEAD, "in/a")
                        .putHeader("x-amz-checksum-mode", "ENABLED")
                        .build());
        HttpResponse<byte[]> head = client.send(
                HttpRequest.newBuilder(url)
                        .HEAD()
                        .header("x-amz-checksum-mode", "ENABLED")
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(head.headers().firstValue("x-amz-checksum-sha256")).hasValue(sha256(content));
        assertThat(head.headers().firstValue("x-amz-checksum-type")).hasValue("FULL_OBJECT");
        assertThat(send("HEAD", presigned("reader", SdkHttpMethod.HEAD, "in/a"), new byte[0])
                        .headers()
                        .firstValue("x-amz-checksum-sha256"))
                .isEmpty();
    }

    @Test
    void get_hasTheHeadersThatItsUrlSets() throws Exception {
        send("PUT", presigned("writer", SdkHttpMethod.PUT, "in/a"), content(10));
        SdkHttpRequest download = request(SdkHttpMethod.GET, "in/a")
                .appendRawQueryParameter("response-content-type", "image/png")
                .appendRawQueryParameter("response-content-disposition", "attachment; filename=\"a b\"")
                .build();

        HttpResponse<byte[]> got = send("GET", presigned(key("reader"), download), new byte[0]);

        assertThat(got.statusCode()).isEqualTo(200);
        assertThat(got.headers().firstValue("content-type")).hasValue("image/png");
        assertThat(got.headers().firstValue("content-disposition")).hasValue("attachment; filename=\"a b\"");
    }

    @Test
    void request_whenTheSignerMayNotDoIt_isDenied() throws Exception {
        HttpResponse<byte[]> denied = send("PUT", presigned("writer", SdkHttpMethod.PUT, "out/a"), content(10));

        assertThat(denied.statusCode()).isEqualTo(403);
        assertThat(text(denied)).contains("<Code>AccessDenied</Code>", "s3:PutObject");
    }

    @Test
    void get_ofAMissingObject_tellsOnlyWhoMayListTheBucket() throws Exception {
        assertThat(text(send("GET", presigned("reader", SdkHttpMethod.GET, "in/none"), new byte[0])))
                .contains("<Code>NoSuchKey</Code>", "<Key>in/none</Key>");
        assertThat(text(send("GET", presigned("writer", SdkHttpMethod.GET, "in/none"), new byte[0])))
                .contains("<Code>AccessDenied</Code>");
    }

    @Test
    void bucket_mayBeInTheHostName() throws Exception {
        URI address = URI.create("http://uploads.s3.localhost:" + server.port() + "/in/a");
        URI url = presigned(
                key("writer"),
                SdkHttpRequest.builder().method(SdkHttpMethod.PUT).uri(address).build());
        String target = url.getRawPath() + "?" + url.getRawQuery();

        // A socket, because host names below localhost do not resolve everywhere.
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write(("PUT " + target + " HTTP/1.1\r\nHost: " + url.getAuthority()
                                    + "\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200");
        }
        assertThat(objects.read(new S3Object(BUCKET, "in/a"))).hasValue("abc".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void object_expiresAtTheMidnightAfterTheDaysOfItsRule() throws Exception {
        send("PUT", presigned("writer", SdkHttpMethod.PUT, "in/a"), content(10));

        clock.move(Duration.ofDays(7).plusHours(13));
        assertThat(objects.read(new S3Object(BUCKET, "in/a"))).isPresent();
        clock.move(Duration.ofHours(1));
        assertThat(objects.read(new S3Object(BUCKET, "in/a"))).isEmpty();
    }

    @Test
    void object_outsideOfThePrefixOfARule_doesNotExpire() throws Exception {
        objects.put(new S3Object(BUCKET, "out/a"), objects.receive(BUCKET, InputStream.nullInputStream()), Map.of());

        clock.move(Duration.ofDays(100));
        assertThat(objects.read(new S3Object(BUCKET, "out/a"))).isPresent();
    }

    private HttpResponse<byte[]> preflight(String origin, String method, String headers) throws Exception {
        return client.send(
                HttpRequest.newBuilder(presigned("writer", SdkHttpMethod.PUT, "in/a"))
                        .method("OPTIONS", BodyPublishers.noBody())
                        .header("Origin", origin)
                        .header("Access-Control-Request-Method", method)
                        .header("Access-Control-Request-Headers", headers)
                        .build(),
                BodyHandlers.ofByteArray());
    }

    @Test
    void preflight_isAnsweredByTheRulesOfTheBucket() throws Exception {
        HttpResponse<byte[]> allowed = preflight("https://app.example.com", "PUT", "Content-Type, if-none-match");

        assertThat(allowed.statusCode()).isEqualTo(200);
        assertThat(allowed.headers().firstValue("access-control-allow-origin")).hasValue("https://app.example.com");
        assertThat(allowed.headers().firstValue("access-control-allow-headers"))
                .hasValue("content-type, if-none-match");
        assertThat(preflight("https://evil.example.com", "PUT", "content-type").statusCode())
                .isEqualTo(403);
        assertThat(preflight("https://app.example.com", "DELETE", "content-type")
                        .statusCode())
                .isEqualTo(403);
        assertThat(text(preflight("https://app.example.com", "PUT", "x-other")))
                .contains("<Code>AccessForbidden</Code>");
    }

    @Test
    void put_fromAPage_canBeReadByThatPage() throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(presigned("writer", SdkHttpMethod.PUT, "in/a"))
                .PUT(BodyPublishers.ofByteArray(content(10)));
        HttpResponse<byte[]> allowed = client.send(
                request.copy().header("Origin", "https://app.example.com").build(), BodyHandlers.ofByteArray());
        HttpResponse<byte[]> other = client.send(
                request.copy().header("Origin", "https://evil.example.com").build(), BodyHandlers.ofByteArray());

        assertThat(allowed.statusCode()).isEqualTo(200);
        assertThat(allowed.headers().firstValue("access-control-expose-headers"))
                .hasValue("ETag");
        assertThat(other.headers().firstValue("access-control-allow-origin")).isEmpty();
    }

    @Test
    void objects_surviveARestart_andUnfinishedUploadsDoNot() throws Exception {
        send("PUT", presigned("writer", SdkHttpMethod.PUT, "in/a"), content(10));
        Files.writeString(data.resolve(BUCKET).resolve("unfinished.content"), "x");

        ObjectStore restarted = ObjectStore.of(templates, Optional.of(data), clock);
        assertThat(restarted.read(new S3Object(BUCKET, "in/a"))).hasValue(content(10));
        assertThat(data.resolve(BUCKET).resolve("unfinished.content")).doesNotExist();
    }

    @Test
    void put_whenTheClientStops_storesNothing() throws Exception {
        URI url = presigned("writer", SdkHttpMethod.PUT, "in/a");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write(("PUT " + url.getRawPath() + "?" + url.getRawQuery() + " HTTP/1.1\r\nHost: "
                                    + url.getAuthority() + "\r\nContent-Length: 1000\r\n\r\nabc")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        }

        assertThat(objects.read(new S3Object(BUCKET, "in/a"))).isEmpty();
        try (Stream<Path> files = Files.list(data.resolve(BUCKET))) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void request_forASubResource_isNotImplemented_andLeavesTheObject() throws Exception {
        send("PUT", presigned("writer", SdkHttpMethod.PUT, "in/a"), content(50));
        SdkHttpRequest tagging = request(SdkHttpMethod.PUT, "in/a")
                .appendRawQueryParameter("tagging", "")
                .build();

        HttpResponse<byte[]> refused = send("PUT", presigned(key("writer"), tagging), content(10));

        assertThat(refused.statusCode()).isEqualTo(501);
        assertThat(text(refused)).contains("<Code>NotImplemented</Code>");
        assertThat(send("GET", presigned("reader", SdkHttpMethod.GET, "in/a"), new byte[0])
                        .body())
                .hasSize(50);
    }
}
