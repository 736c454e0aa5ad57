package dev.backplane.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.sun.net.httpserver.HttpServer;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FirstContactTest {

    private static final Settings SETTINGS = Settings.of(Map.of("AWS_REGION", "eu-west-1"));

    @Test
    @Timeout(10)
    void knock_asksOnceAsNobodyAndHoldsNoConnection() throws IOException {
        List<Map<String, List<String>>> requests = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(Map.copyOf(exchange.getRequestHeaders()));
            exchange.sendResponseHeaders(404, 7);
            exchange.getResponseBody().write("unknown".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        try {
            FirstContact.knock(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"), SETTINGS);
        } finally {
            server.stop(0);
        }

        assertThat(requests)
                .singleElement()
                .satisfies(headers -> assertThat(headers)
                        .doesNotContainKey("Authorization")
                        .containsEntry("Connection", List.of("close")));
    }

    @Test
    @Timeout(10)
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
