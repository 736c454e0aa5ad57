package dev.backplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.bus.BusEvent;
import dev.backplane.local.logs.LogLine;
import dev.backplane.local.testing.Eventually;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The local cloud on the templates that the suite deploys. */
final class OwnTemplatesTest {
    private static final Path ASSEMBLY = Path.of("../../infra/target/cdk.out");

    private static LocalServer server;
    private static HttpClient http;

    @BeforeAll
    static void start() throws IOException {
        server = LocalServer.start(LocalCloud.Options.of(ASSEMBLY), 0, LocalServer.Output.QUIET);
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        http.close();
        server.close();
    }

    @Test
    void aDeploymentCreatedOverHttp_isAnnouncedOnTheBusAndInItsLog() throws Exception {
        HttpResponse<String> created = post("/deployments", "{\"id\": \"own-templates\"}");

        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        Eventually.assertThat(
                OwnTemplatesTest::announcements,
                announced -> assertThat(announced).containsExactly("DeploymentCreated"));
        Eventually.assertThat(
                () -> server.cloud().logs().lines("/backplane/dev/events"),
                lines -> assertThat(lines)
                        .extracting(LogLine::message)
                        .anySatisfy(line -> assertThat(line).contains("DeploymentCreated", "own-templates")));
        assertThat(server.cloud().logs().lines("/aws/lambda/backplane-dev-CreateDeployment"))
                .isNotEmpty();
        assertThat(server.cloud().iam().denials()).isEmpty();
    }

    private static List<String> announcements() {
        return server.cloud().buses().events().stream()
                .filter(event -> event.detail().toString().contains("own-templates"))
                .map(BusEvent::detailType)
                .toList();
    }

    private static HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Authorization", "Bearer " + server.token())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }
}
