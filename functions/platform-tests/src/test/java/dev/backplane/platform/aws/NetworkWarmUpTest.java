package dev.backplane.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.backplane.platform.settings.Settings;
import dev.backplane.testing.StubServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NetworkWarmUpTest {

    private static final Settings SETTINGS = Settings.of(Map.of("AWS_REGION", "eu-west-1"));

    @Test
    @Timeout(300)
    void sendRequest_sendsOneUnsignedRequest_andKeepsNoConnection() throws InterruptedException {
        try (StubServer server = new StubServer()) {
            NetworkWarmUp.sendRequest(server.address(), SETTINGS);

            assertThat(server.requests())
                    .singleElement()
                    .asString()
                    .startsWith("GET / ")
                    .doesNotContainIgnoringCase("Authorization");
            assertThat(server.connections()).isEqualTo(1);
            assertThat(server.awaitDisconnections(1)).isTrue();
        }
    }

    @Test
    @Timeout(300)
    void sendRequest_whenNoServerListens_returns() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }

        assertThatCode(() -> NetworkWarmUp.sendRequest(URI.create("https://127.0.0.1:" + port + "/"), SETTINGS))
                .doesNotThrowAnyException();
    }

    @Test
    @Timeout(10)
    void sendRequest_whenTheServerIsSilent_returns() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            NetworkWarmUp.sendRequest(URI.create("https://127.0.0.1:" + silent.getLocalPort() + "/"), SETTINGS);
        }
    }

    @Test
    void fetchCredentials_whenThereAreNone_returns() {
        assertThatCode(() -> NetworkWarmUp.fetchCredentials(SETTINGS)).doesNotThrowAnyException();
    }
}
