package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the HTTP server with the suite's templates, from which one permission is removed. */
@Timeout(600)
class LocalServerTest {

    private static final Queue<String> PROBLEMS = new ConcurrentLinkedQueue<>();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static LocalServer server;

    @BeforeAll
    static void start() throws IOException {
        LocalCloud.Options options = LocalCloud.Options.of(Suite.TEMPLATES)
                .withEdit((stack, template) -> removePermissions(template, "/GET/resolve"));
        server = LocalServer.start(options, 0, new LocalServer.Output(line -> {}, PROBLEMS::add));
    }

    @AfterAll
    static void stop() {
        CLIENT.close();
        server.close();
    }

    @Test
    void route_isServedByItsFunction() throws Exception {
        HttpResponse<String> answer = send(request("/deployments/none"));
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThatJson(answer.body()).node("code").isEqualTo("DEPLOYMENT_NOT_FOUND");
    }

    @Test
    void route_whenItsPermissionIsTakenAway_isInternalServerErrorAndTold() throws Exception {
        HttpResponse<String> answer = send(request("/resolve?hostname=example.com"));
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).isEqualTo("{\"message\":\"Internal Server Error\"}");
        assertThat(PROBLEMS).anySatisfy(line -> assertThat(line).contains("AWS::Lambda::Permission", "GET /resolve"));
    }

    @Test
    void function_isInvokedByItsShortName() throws Exception {
        HttpResponse<String> answer = send(request("/2015-03-31/functions/GetDeployment/invocations")
                .POST(BodyPublishers.ofString("{\"not\": \"an event\"}")));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("x-amzn-requestid")).isPresent();
    }

    private static void removePermissions(ObjectNode template, String source) {
        ObjectNode resources = (ObjectNode) template.path("Resources");
        resources
                .properties()
                .removeIf(resource -> resource.getValue().path("Type").asText().equals("AWS::Lambda::Permission")
                        && resource.getValue()
                                .at("/Properties/SourceArn")
                                .toString()
                                .contains(source));
    }

    private static HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(server.address().resolve(target))
                .header("Authorization", "Bearer " + server.token());
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }
}
