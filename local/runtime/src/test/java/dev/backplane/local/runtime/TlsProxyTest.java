package dev.backplane.local.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TlsProxyTest {

    private HttpServer engine;
    private final AtomicInteger requests = new AtomicInteger();
    private TlsProxy front;

    @BeforeEach
    void start() throws IOException {
        engine = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        engine.createContext("/", exchange -> {
            requests.incrementAndGet();
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        engine.start();
        front = new TlsProxy(
                URI.create("http://127.0.0.1:" + engine.getAddress().getPort()));
    }

    @AfterEach
    void stop() {
        front.close();
        engine.stop(0);
    }

    @Test
    void request_byAClientThatTrustsTheCertificate_reachesTheEngineWhole() throws Exception {
        String large = "x".repeat(100_000);

        try (HttpClient client = HttpClient.newBuilder().sslContext(trusting()).build()) {
            assertThat(send(client, large)).isEqualTo(large);
        }
    }

    @Test
    void request_byAClientThatDoesNotTrustIt_fails() {
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThatThrownBy(() -> send(client, "x")).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void watch_seesTheConnectionAndThenTheRequestThatComeNext() throws Exception {
        try (HttpClient client = HttpClient.newBuilder().sslContext(trusting()).build()) {
            send(client, "before");
            front.watch();
            assertThat(front.connectedAt()).isEmpty();
            assertThat(front.askedAt()).isEmpty();
        }
        long start = System.nanoTime();
        try (HttpClient client = HttpClient.newBuilder().sslContext(trusting()).build()) {
            send(client, "after");
        }

        long connected = front.connectedAt().orElseThrow();
        assertThat(connected).isGreaterThan(start);
        assertThat(front.askedAt().orElseThrow()).isBetween(connected, System.nanoTime());
    }

    @Test
    void warmUp_reachesTheEngineEachTime() {
        front.warmUp(3);

        assertThat(requests).hasValue(3);
    }

    private String send(HttpClient client, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(front.endpoint())
                .version(HttpClient.Version.HTTP_1_1)
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString()).body();
    }

    private SSLContext trusting() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(front.certificate())) {
            trusted.setCertificateEntry(
                    "front", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
