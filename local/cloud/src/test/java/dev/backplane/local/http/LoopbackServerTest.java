package dev.backplane.local.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class LoopbackServerTest {

    private static final int SIX_MEGABYTES = 6 * 1024 * 1024;

    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private LoopbackServer server;

    @BeforeEach
    void bind() throws IOException {
        server = LoopbackServer.bind(0);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void bind_whenPortIsTaken_saysSo() {
        assertThatThrownBy(() -> LoopbackServer.bind(server.port())).isInstanceOf(BindException.class);
    }

    @Test
    void request_keepsTheTargetAsItWasSent() throws IOException {
        serve(request -> text(request.path() + " | " + request.query()));
        assertThat(raw("GET //a/../b%2Fc/?x=%20&y HTTP/1.1", "Host: localhost"))
                .startsWith("HTTP/1.1 200")
                .endsWith("//a/../b%2Fc/ | x=%20&y");
    }

    @Test
    void request_whenTargetIsWholeUrl_keepsPathAndQuery() throws IOException {
        serve(request -> text(request.path() + " | " + request.query()));
        assertThat(raw("GET http://localhost/a/b?c=d HTTP/1.1", "Host: localhost"))
                .endsWith("/a/b | c=d");
    }

    @Test
    void request_whenHostIsNotLoopback_isMisdirected() throws IOException {
        serve(request -> text("never"));
        assertThat(raw("GET / HTTP/1.1", "Host: evil.example"))
                .startsWith("HTTP/1.1 421")
                .doesNotContain("never");
    }

    @ParameterizedTest
    @ValueSource(strings = {"//deployments", "/a\\b", "/a|b", "/;/..;x"})
    void request_whenTargetIsOdd_reachesTheHandlerAsItIs(String target) throws IOException {
        serve(request -> text(request.path()));
        assertThat(raw("GET " + target + " HTTP/1.1", "Host: localhost"))
                .startsWith("HTTP/1.1 200")
                .endsWith("\r\n\r\n" + target);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, Host: localhost, 400, Bad Request",
        "GET /%zz HTTP/1.1, Host: localhost, 400, Bad Request",
        "GET /% HTTP/1.1, Host: localhost, 400, Bad Request",
        "GET /%00 HTTP/1.1, Host: localhost, 400, Bad Request",
        "GET / HTTP/1.1, Content-Length: x, 400, Bad Request",
        "GET / HTTP/9.9, Host: localhost, 505, HTTP Version Not Supported",
    })
    void request_whenItsHeadIsMalformed_isRefusedInJson(String line, String header, int status, String message)
            throws IOException {
        serve(request -> text("never"));
        assertThat(raw(line, header))
                .startsWith("HTTP/1.1 " + status)
                .containsIgnoringCase("content-type: application/json")
                .endsWith("{\"message\":\"" + message + "\"}");
    }

    @Test
    void request_whenItsHeadIsTooLarge_isRefusedInJson() throws IOException {
        serve(request -> text("never"));
        assertThat(raw("GET / HTTP/1.1", "Host: localhost\r\nX-Large: " + "x".repeat(70_000)))
                .startsWith("HTTP/1.1 431")
                .endsWith("{\"message\":\"Request Header Fields Too Large\"}");
    }

    @Test
    void request_afterOneThatIsRefusedByItsHead_isServed() throws Exception {
        serve(request -> text("served"));
        URI tooLong = server.address().resolve("/?q=" + "x".repeat(1_000_000));
        for (int round = 0; round < 100; round++) {
            HttpResponse<String> refused =
                    client.send(HttpRequest.newBuilder(tooLong).build(), BodyHandlers.ofString());
            assertThat(refused.statusCode()).isEqualTo(414);
            assertThat(refused.headers().firstValue("connection")).hasValue("close");
            assertThat(post(BodyPublishers.ofString("a body")).body()).isEqualTo("served");
        }
    }

    @Test
    void request_whenItsMethodIsUnknown_reachesTheHandler() throws IOException {
        serve(request -> text(request.method()));
        assertThat(raw("PROPFIND / HTTP/1.1", "Host: localhost")).endsWith("PROPFIND");
    }

    @Test
    void body_atTheLimit_isReadWhole() throws Exception {
        serve(request -> text(Long.toString(request.body().size())));
        HttpResponse<String> response = post(BodyPublishers.ofByteArray(new byte[SIX_MEGABYTES]));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(Integer.toString(SIX_MEGABYTES));
    }

    @ParameterizedTest
    @ValueSource(ints = {SIX_MEGABYTES + 1, 11 * 1024 * 1024})
    void body_overTheLimit_isTooLarge(int size) throws Exception {
        serve(request -> text("never"));
        HttpResponse<String> response = post(BodyPublishers.ofByteArray(new byte[size]));
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).isEqualTo("{\"message\":\"Request Entity Too Large\"}");
    }

    @Test
    void body_overTheLimitInChunks_isTooLarge() throws Exception {
        serve(request -> text("never"));
        byte[] bytes = new byte[SIX_MEGABYTES + 1];
        HttpResponse<String> response = post(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)));
        assertThat(response.statusCode()).isEqualTo(413);
    }

    @Test
    void bodies_whenManyAreLarge_areAllServed() throws Exception {
        serve(request -> text(Long.toString(request.body().size())));
        HttpRequest upload = HttpRequest.newBuilder(server.address())
                .POST(BodyPublishers.ofByteArray(new byte[1024 * 1024]))
                .build();
        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 16)
                .mapToObj(i -> client.sendAsync(upload, BodyHandlers.ofString()))
                .toList();
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo("1048576"));
    }

    @Test
    void body_whileOthersAreStalled_isServedAtOnce() throws Exception {
        serve(request -> text(Long.toString(request.body().size())));
        List<Socket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                Socket socket = connect();
                stalled.add(socket);
                write(socket, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n");
                write(socket, "x".repeat(300_000));
            }
            HttpResponse<String> response = post(BodyPublishers.ofByteArray(new byte[1_000_000]));
            assertThat(response.body()).isEqualTo("1000000");
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    @Test
    void connection_servesManyRequests() throws IOException {
        serve(request -> text(request.path()));
        try (Socket socket = connect()) {
            for (String path : List.of("/one", "/two", "/three")) {
                write(socket, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(readUntil(socket, path)).startsWith("HTTP/1.1 200");
            }
        }
    }

    @Test
    void head_hasTheLengthButNoBody() throws IOException {
        serve(request -> text("hello"));
        assertThat(raw("HEAD / HTTP/1.1", "Host: localhost"))
                .containsIgnoringCase("content-length: 5")
                .endsWith("\r\n\r\n");
    }

    @Test
    void handler_whenItThrows_isInternalServerErrorAndTold() throws IOException {
        serve(request -> {
            throw new IllegalStateException("a secret");
        });
        assertThat(raw("GET /x HTTP/1.1", "Host: localhost"))
                .startsWith("HTTP/1.1 500")
                .endsWith("{\"message\":\"Internal Server Error\"}");
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("GET /x failed")
                .contains("a secret");
    }

    @Test
    void log_hasOneLineARequestWithoutItsQuery() throws Exception {
        serve(request -> text("ok"));
        client.send(
                HttpRequest.newBuilder(server.address().resolve("/a%20b?token=t"))
                        .build(),
                BodyHandlers.ofString());
        server.close(); // the line is written after the response, so wait until the server has stopped
        assertThat(requests).singleElement().asString().matches("GET /a%20b 200 \\d+ ms");
    }

    private void serve(Function<LocalRequest, LocalResponse> handler) {
        server.start(handler::apply, requests::add, problems::add);
    }

    private static LocalResponse text(String text) {
        return new LocalResponse(200, Map.of("content-type", List.of("text/plain")), Body.of(text));
    }

    private HttpResponse<String> post(HttpRequest.BodyPublisher body) throws Exception {
        URI uri = server.address().resolve("/upload");
        return client.send(HttpRequest.newBuilder(uri).POST(body).build(), BodyHandlers.ofString());
    }

    private String raw(String requestLine, String header) throws IOException {
        try (Socket socket = connect()) {
            write(socket, requestLine + "\r\n" + header + "\r\nConnection: close\r\n\r\n");
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.port());
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    private static String readUntil(Socket socket, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (!text.toString().endsWith(end)) {
            int read = socket.getInputStream().read();
            assertThat(read).as("the connection stays open").isNotNegative();
            text.append((char) read);
        }
        return text.toString();
    }
}
