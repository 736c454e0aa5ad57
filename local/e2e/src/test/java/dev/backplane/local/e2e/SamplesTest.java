package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SamplesTest {

    private static final Path EVENTS = Suite.ROOT.resolve("events");

    private static final JsonMapper JSON = new JsonMapper();

    private static LocalServer server;

    @BeforeAll
    static void start() {
        server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES).withEdit(Suite.refusedSoon()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<String> functions() {
        return server.cloud().templates().ofType("AWS::Lambda::Function").stream()
                .map(TemplateResource::ref)
                .map(name -> name.substring(name.lastIndexOf('-') + 1))
                .toList();
    }

    /** The samples of functions by name: {@code <Function>}, and {@code <Function>.<variant>} for variants. */
    static List<String> samples() throws IOException {
        try (Stream<Path> files = Files.list(EVENTS)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString().replace(".json", ""))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void sample_isTakenByItsFunction(String sample) throws IOException {
        byte[] event = Files.readAllBytes(EVENTS.resolve(sample + ".json"));
        var invocation = server.cloud().functions().invoke(functionOf(sample), event);
        String answer = new String(invocation.payload(), StandardCharsets.UTF_8);
        if (functionOf(sample).equals("ManageMetadata")) {
            // The function did its work, but no server answers at the address of a sample.
            assertThat(answer).contains("CloudFormation did not accept the response");
            return;
        }
        assertThat(invocation.failed()).as(answer).isFalse();
        // A schedule reads no response either.
        boolean scheduled = new String(event, StandardCharsets.UTF_8).contains("\"Scheduled Event\"");
        if (sample.endsWith(".keep-alive") || scheduled) {
            assertThat(answer).isEmpty();
            return;
        }
        assertThat(answer)
                .containsAnyOf(
                        "\"statusCode\":",
                        "\"batchItemFailures\":[]",
                        "\"outcome\":",
                        "\"state\":",
                        "\"scopesToAdd\":",
                        "\"eventId\":")
                .doesNotContain("\"statusCode\":500", "\"statusCode\":403");
    }

    @Test
    void everyFunction_hasASampleOfItsName() throws IOException {
        assertThat(samples()).as("The samples in the directory events").containsAll(functions());
    }

    @Test
    void everySample_isOfAFunction() throws IOException {
        assertThat(samples()).map(SamplesTest::functionOf).isSubsetOf(functions());
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert", "modify", "ttl-remove", "user-remove"})
    void streamForwarder_makesOfARecordTheEventThatRulesAreTestedWith(String change) throws IOException {
        JsonNode expected = json("bus/" + change);
        String eventId = expected.at("/detail/record/eventID").asText();

        server.cloud()
                .functions()
                .invoke("StreamForwarder", Files.readAllBytes(EVENTS.resolve("StreamForwarder." + change + ".json")));

        assertThat(server.cloud().buses().events())
                .filteredOn(
                        event -> event.detail().at("/record/eventID").asText().equals(eventId))
                .isNotEmpty()
                .allSatisfy(event -> {
                    assertThat(event.source()).isEqualTo(expected.get("source").asText());
                    assertThat(event.detailType())
                            .isEqualTo(expected.get("detail-type").asText());
                    assertThat(event.detail()).isEqualTo(expected.get("detail"));
                });
    }

    @ParameterizedTest
    @CsvSource({
        "LayerDeleter, ttl-remove",
        "LayerDeleter.user-remove, user-remove",
        "LayerDeleter.tombstone-remove, tombstone-remove"
    })
    void layerDeleter_getsTheEventThatIsOnTheBus(String sample, String event) throws IOException {
        JsonNode body = JSON.readTree(json(sample).at("/Records/0/body").asText());

        assertThat(body.get("detail")).isEqualTo(json("bus/" + event).get("detail"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LeaseMembersChanged", "LeaseExpiring", "LeaseBudgetReached"})
    void poolStream_makesOfItsRecordsTheEventsOnTheBus(String type) throws IOException {
        ObjectNode expected = (ObjectNode) json("bus/" + type).get("detail");

        server.cloud()
                .functions()
                .invoke("PoolStream", Files.readAllBytes(EVENTS.resolve("PoolStream.lease-terms.json")));

        assertThat(server.cloud().buses().events())
                .filteredOn(event -> event.detailType().equals(type))
                .isNotEmpty()
                .allSatisfy(event -> {
                    ObjectNode detail = event.detail().deepCopy();
                    detail.remove("publishedAt");
                    assertThat(detail).isEqualTo(expected);
                });
    }

    private static JsonNode json(String sample) throws IOException {
        return JSON.readTree(EVENTS.resolve(sample + ".json").toFile());
    }

    private static String functionOf(String sample) {
        return sample.split("\\.", 2)[0];
    }
}
