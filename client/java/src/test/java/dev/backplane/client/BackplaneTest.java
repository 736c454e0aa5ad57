package dev.backplane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.TextNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.backplane.client.model.Deployment;
import dev.backplane.client.model.DeploymentSummary;
import dev.backplane.client.model.ListDeploymentsOptions;
import dev.backplane.client.model.NewAlias;
import dev.backplane.client.model.NewDeployment;
import dev.backplane.client.model.NewQuota;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client with a server that answers as the test wants. */
class BackplaneTest {

    private static final String BUSY = """
            {"type": "urn:backplane:problem:contended", "title": "Contended", "status": 503, "detail": "Try again.",
             "code": "CONTENDED", "requestId": "1"}""";
    private static final String CREATED = """
            {"id": "a", "createdAt": "2026-01-05T00:00:00.000Z", "status": "INITIALIZED", "added": [1]}""";

    private final List<Sent> requests = Collections.synchronizedList(new ArrayList<>());
    private final List<Answer> answers = new ArrayList<>();
    private HttpServer server;

    private record Answer(int status, String type, String body) {}

    private record Sent(String line, String token, String key, String body) {}

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void refusedRequest_isRepeatedWithTheSameKeyAndBody() {
        answers.add(problem());
        answers.add(json(201, CREATED));

        Response<Deployment> response =
                client().deployments().createDeployment(NewDeployment.none().withId("a"));

        assertThat(response.status()).isEqualTo(201);
        assertThat(response.body().createdAt()).isEqualTo(Instant.parse("2026-01-05T00:00:00Z"));
        assertThat(requests).hasSize(2);
        assertThat(requests.getFirst().key()).hasSize(36);
        assertThat(requests.getFirst()).isEqualTo(requests.getLast());
        assertThat(requests.getFirst().body()).isEqualTo("{\"id\":\"a\"}");
        assertThat(requests.getFirst().token()).isEqualTo("Bearer token");
    }

    @Test
    void writeWithoutAKey_isRepeatedOnlyIfItWasRefused() {
        answers.add(problem());
        answers.add(json(503, "{\"message\": \"Service Unavailable\"}"));
        NewAlias alias = NewAlias.of("a.example.com", "a");

        BackplaneException thrown = failure(() -> client().deployments().createAlias(alias));

        assertThat(thrown.status()).isEqualTo(503);
        assertThat(thrown.problem()).isEmpty();
        assertThat(thrown).hasMessage("POST /aliases failed with 503 Service Unavailable");
        assertThat(requests).hasSize(2);
    }

    @Test
    void read_isRepeatedUntilTheLastAttempt() {
        for (int i = 0; i < 4; i++) {
            answers.add(problem());
        }

        BackplaneException thrown = failure(() -> client().deployments().getDeployment("a"));

        assertThat(thrown.code()).isEqualTo("CONTENDED");
        assertThat(thrown.retryAfter()).contains(Duration.ZERO);
        assertThat(requests).hasSize(4);
    }

    @Test
    void pages_areReadUntilTheLast() {
        answers.add(json(200, "{\"items\": [" + CREATED + "], \"next\": \"c+/\"}"));
        answers.add(json(200, "{\"items\": [" + CREATED + "], \"next\": null}"));
        DeploymentsApi deployments = client().deployments();
        ListDeploymentsOptions shop = ListDeploymentsOptions.none().withProject("shop");

        List<String> ids = Page.stream(
                        cursor -> deployments.listDeployments(cursor == null ? shop : shop.withCursor(cursor)))
                .map(DeploymentSummary::id)
                .toList();

        assertThat(ids).containsExactly("a", "a");
        assertThat(requests)
                .extracting(Sent::line)
                .containsExactly("GET /deployments?project=shop", "GET /deployments?project=shop&cursor=c%2B%2F");
    }

    @Test
    void pathAndBody_areEncoded() {
        answers.add(json(200, "{}"));
        answers.add(json(200, "{}"));

        client().deployments().getDeployment("a b/ü");
        client().userdata().setQuota("app", NewQuota.of(5));

        assertThat(requests.getFirst().line()).isEqualTo("GET /deployments/a%20b%2F%C3%BC");
        assertThat(requests.getLast().body()).isEqualTo("{\"quotaBytes\":5}");
    }

    @Test
    void value_isSentAsItIs() {
        answers.add(json(200, "{}"));

        client().userdata().putJson("app", "ann", "key", TextNode.valueOf("x"));

        assertThat(requests.getFirst().body()).isEqualTo("\"x\"");
    }

    private static BackplaneException failure(Runnable call) {
        return catchThrowableOfType(BackplaneException.class, call::run);
    }

    private Backplane client() {
        return Backplane.at(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), () -> "token");
    }

    private static Answer problem() {
        return new Answer(503, "application/problem+json", BUSY);
    }

    private static Answer json(int status, String body) {
        return new Answer(status, "application/json", body);
    }

    private void answer(HttpExchange exchange) throws IOException {
        Answer answer = answers.get(requests.size());
        requests.add(new Sent(
                exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                exchange.getRequestHeaders().getFirst("Authorization"),
                exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        exchange.getResponseHeaders().set("Retry-After", "0");
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
