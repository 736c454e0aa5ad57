package dev.backplane.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/** Accepted certificates: trusted ones, and any certificate of a local engine. */
class TlsTest {

    // A client that rejects a certificate sends nothing more.
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private static Path folder;

    private static SSLServerSocket server;

    @BeforeAll
    static void start() throws IOException, GeneralSecurityException, InterruptedException {
        Path keys = folder.resolve("keys.p12");
        assertThat(new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-keystore",
                                keys.toString(),
                                "-storepass",
                                new String(PASSWORD))
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("keytool.log").toFile())
                        .start()
                        .waitFor())
                .isZero();
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(KeyStore.getInstance(keys.toFile(), PASSWORD), PASSWORD);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        server = (SSLServerSocket)
                tls.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    /** Returns whether the client completes a handshake. The server knows this at once, the client much later. */
    private static boolean isTrusted(Map<String, String> environment, Duration patience) throws IOException {
        try (SdkHttpClient http = AwsConnection.lambda(Settings.of(environment)).http()) {
            URI address = URI.create("https://127.0.0.1:" + server.getLocalPort());
            SdkHttpRequest request = SdkHttpRequest.builder()
                    .method(SdkHttpMethod.GET)
                    .uri(address)
                    .putHeader("Host", address.getAuthority())
                    .build();
            Thread.startVirtualThread(() -> {
                try {
                    http.prepareRequest(HttpExecuteRequest.builder()
                                    .request(request)
                                    .build())
                            .call();
                } catch (IOException e) {
                    // No response is needed; the handshake is sufficient.
                }
            });
            try (SSLSocket socket = (SSLSocket) server.accept()) {
                socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
                socket.startHandshake();
                return true;
            } catch (SSLException | SocketTimeoutException | SocketException e) {
                return false;
            }
        }
    }

    @Test
    @Timeout(120)
    void lambda_whenItsDynamoDbIsOnThisMachine_takesAnyCertificate() throws IOException {
        assertThat(isTrusted(
                        Map.of("AWS_REGION", "eu-west-1", "AWS_ENDPOINT_URL_DYNAMODB", "https://127.0.0.1:8000"),
                        Duration.ofMinutes(1)))
                .isTrue();
    }

    @Test
    @Timeout(120)
    void lambda_whenItsDynamoDbIsElsewhere_refusesACertificateThatNobodyVouchesFor() throws IOException {
        assertThat(isTrusted(
                        Map.of("AWS_REGION", "eu-west-1", "AWS_ENDPOINT_URL_DYNAMODB", "https://dynamodb.example.com"),
                        SILENCE))
                .isFalse();
    }

    @Test
    @Timeout(120)
    void lambda_whenNothingIsSet_refusesACertificateThatNobodyVouchesFor() throws IOException {
        assertThat(isTrusted(Map.of("AWS_REGION", "eu-west-1"), SILENCE)).isFalse();
    }
}
