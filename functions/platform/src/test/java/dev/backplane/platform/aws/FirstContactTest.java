package dev.backplane.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.http.SdkHttpClient;

class FirstContactTest {

    private static final Settings SETTINGS = Settings.of(Map.of("AWS_REGION", "eu-west-1"));

    /** Answers each request of one caller, and returns what it was asked until the caller hung up. */
    private static CompletableFuture<List<String>> answer(ServerSocket server) {
        return CompletableFuture.supplyAsync(() -> {
            List<String> requests = new ArrayList<>();
            try (Socket caller = server.accept()) {
                byte[] buffer = new byte[4096];
                for (int length = caller.getInputStream().read(buffer);
                        length > 0;
                        length = caller.getInputStream().read(buffer)) {
                    requests.add(new String(buffer, 0, length, StandardCharsets.US_ASCII));
                    caller.getOutputStream()
                            .write("HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\nunknown"
                                    .getBytes(StandardCharsets.US_ASCII));
                }
                return requests;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static URI address(ServerSocket server) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
    }

    @Test
    @Timeout(300)
    void knock_asksOnceAsNobodyAndHoldsNoConnection() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<List<String>> requests = answer(server);

            FirstContact.knock(address(server), SETTINGS);

            assertThat(requests.get(2, TimeUnit.MINUTES))
                    .singleElement()
                    .asString()
                    .startsWith("GET / ")
                    .doesNotContainIgnoringCase("Authorization");
        }
    }

    @Test
    @Timeout(300)
    void connect_leavesTheConnectionToWhoeverCallsNext() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<List<String>> requests = answer(server);

            try (SdkHttpClient http = AwsConnection.clientOfLambda().build()) {
                FirstContact.connect(http, address(server));
                FirstContact.connect(http, address(server));
            }

            // Nobody answers a second connection.
            assertThat(requests.get(2, TimeUnit.MINUTES)).hasSize(2);
        }
    }

    @Test
    @Timeout(300)
    void knock_whenNobodyIsThere_goesOn() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }

        assertThatCode(() -> FirstContact.knock(URI.create("https://127.0.0.1:" + port + "/"), SETTINGS))
                .doesNotThrowAnyException();
    }

    @Test
    @Timeout(10)
    void knock_whenNobodySpeaks_goesOn() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FirstContact.knock(URI.create("https://127.0.0.1:" + silent.getLocalPort() + "/"), SETTINGS);
        }
    }

    @Test
    void authenticate_whenThereAreNoCredentials_goesOn() {
        assertThatCode(() -> FirstContact.authenticate(SETTINGS)).doesNotThrowAnyException();
    }
}
