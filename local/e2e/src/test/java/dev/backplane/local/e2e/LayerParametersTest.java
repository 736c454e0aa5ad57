package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.testing.Threads;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the parameters of layers from the registration over the stream to SSM, and their verification. */
class LayerParametersTest {

    private static final String REGION = "us-east-1";
    private static final int CALLERS = 8;
    private static final int EACH = 5;

    private final String name = LayerRegistry.newPackage();
    private LocalServer server;
    private LayerRegistry layers;
    private LayerParameters parameters;
    private Api api;

    @BeforeEach
    void start() {
        server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES));
        layers = new LayerRegistry(server);
        parameters = new LayerParameters(server);
        api = new Api(server.address(), server.token());
    }

    @AfterEach
    void stop() {
        try (LocalServer stopped = server) {
            assertThat(stopped.cloud().iam().denials()).isEmpty();
        }
    }

    private String register(String region, String packageVersion) {
        String arn = layers.publish(region, name);
        Answer answer = Await.untilServed(() -> api.post(
                "/layers/" + region + "/" + name,
                "{\"arn\":\"%s\",\"packageVersion\":\"%s\"}".formatted(arn, packageVersion)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return arn;
    }

    @Test
    void parameters_followRegistrationPromotionAndDeletion() {
        String first = register("eu-west-1", "1.0");
        parameters.await("eu-west-1", LayerParameters.latest(name), first);
        String second = register("eu-west-1", "2.0+cpu");
        parameters.await("eu-west-1", LayerParameters.latest(name), second);
        assertThat(parameters.await("eu-west-1", LayerParameters.of(name, "1.0")))
                .isEqualTo(first);
        assertThat(parameters.await("eu-west-1", LayerParameters.of(name, "2.0_cpu")))
                .isEqualTo(second);

        assertThat(api.delete("/layers/eu-west-1/" + name + "/2?promotePrevious=true")
                        .status())
                .isEqualTo(202);

        parameters.await("eu-west-1", LayerParameters.latest(name), first);
        parameters.awaitGone("eu-west-1", LayerParameters.of(name, "2.0_cpu"));
        assertThat(parameters.values(REGION)).isEmpty();
    }

    @Test
    void throttledSsm_losesNothing() {
        server.cloud().faults().answer(7, call -> call.is("ssm", "PutParameter"), "ThrottlingException");

        String arn = register(REGION, "1.0");

        parameters.await(REGION, LayerParameters.latest(name), arn);
        parameters.await(REGION, LayerParameters.of(name, "1.0"), arn);
    }

    @Test
    void registrationsWhileDeliveriesAreRepeated_endWithTheParametersOfTheTable() {
        AtomicBoolean isDone = new AtomicBoolean();
        Thread repeater = Thread.ofVirtual().start(() -> {
            while (!isDone.get()) {
                redeliver();
            }
        });
        Threads.race(CALLERS, caller -> {
                    for (int i = 0; i < EACH; i++) {
                        register(REGION, "1." + (caller + i) % 3);
                    }
                    return caller;
                })
                .allResults();
        isDone.set(true);
        Suite.await(() -> repeater.isAlive(), alive -> !alive);

        Suite.await(
                () -> parameters.values(REGION).equals(parameters.required(REGION)) ? "" : parameters.values(REGION),
                ""::equals);
        assertThat(parameters.values(REGION)).hasSize(4);
        assertThat(verify(false)).isEmpty();
    }

    /** Delivers the changes of the pointer and of an early version once more. */
    private void redeliver() {
        String event = """
                {"Records":[{"eventID":"1","eventName":"MODIFY","dynamodb":{"SequenceNumber":"1",
                "ApproximateCreationDateTime":1767571200,
                "Keys":{"pk":{"S":"lyr#%1$s.%2$s"},"sk":{"S":"lyrVrsn0#"}}}},
                {"eventID":"2","eventName":"INSERT","dynamodb":{"SequenceNumber":"2",
                "ApproximateCreationDateTime":1767571200,
                "Keys":{"pk":{"S":"lyr#%1$s.%2$s"},"sk":{"S":"lyrVrsn#v1"}},
                "NewImage":{"dplySts":{"S":"latest"},"pckgVrsn":{"S":"1.0"},"arn":{"S":"x"}}}}]}""".formatted(REGION, name);
        server.cloud().functions().invoke("LayerPointers", event.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void verify_findsAndRepairsParameters_andReportsLayersAndRows() {
        String first = register(REGION, "1.0");
        String second = register(REGION, "2.0");
        parameters.await(REGION, LayerParameters.latest(name), second);
        parameters.await(REGION, LayerParameters.of(name, "1.0"), first);
        parameters.await(REGION, LayerParameters.of(name, "2.0"), second);
        assertThat(verify(false)).isEmpty();

        parameters.put(LayerParameters.latest(name), first);
        parameters.delete(LayerParameters.of(name, "1.0"));
        parameters.put(LayerParameters.of(name, "9.9"), first);
        String unknown = layers.publish(REGION, LayerRegistry.newPackage());
        layers.lambda(REGION)
                .deleteLayerVersion(delete -> delete.layerName(name).versionNumber(1L));
        List<String> expected = List.of(
                "PARAMETER_STALE " + LayerParameters.latest(name),
                "PARAMETER_MISSING " + LayerParameters.of(name, "1.0"),
                "LAYER_MISSING " + first,
                "LAYER_UNREGISTERED " + unknown,
                "PARAMETER_ORPHANED " + LayerParameters.of(name, "9.9"));

        assertThat(verify(false)).containsExactlyElementsOf(expected);
        assertThat(verify(true)).containsExactlyElementsOf(expected);

        assertThat(verify(false)).containsExactly("LAYER_MISSING " + first, "LAYER_UNREGISTERED " + unknown);
        assertThat(parameters.values(REGION)).isEqualTo(parameters.required(REGION));
        assertThat(layers.isInLambda(REGION, unknown)).isTrue();
        assertThat(layers.version(REGION, name, 1).status()).isEqualTo(200);
    }

    /** Verifies everything, and returns the kind and subject of each finding. */
    private List<String> verify(boolean repair) {
        List<String> findings = new ArrayList<>();
        String cursor = "";
        do {
            Answer answer = api.post("/layers/verify" + cursor, "{\"repair\":" + repair + "}");
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            answer.json().path("findings").forEach(finding -> findings.add(describe(finding)));
            cursor = answer.json().path("next").isTextual() ? "?cursor=" + answer.at("next") : "";
        } while (!cursor.isEmpty());
        return findings;
    }

    private static String describe(JsonNode finding) {
        return finding.path("kind").asText() + " " + finding.path("subject").asText();
    }

    @Test
    void verify_needsTheAdminScope() {
        assertThat(api.withScope("backplane/layers.write")
                        .post("/layers/verify", "{}")
                        .status())
                .isEqualTo(403);
        assertThat(api.withScope("backplane/layers.admin")
                        .post("/layers/verify", "{}")
                        .status())
                .isEqualTo(200);
        assertThat(api.post("/layers/verify?cursor=abc", "{}").code()).isEqualTo("INVALID_CURSOR");
    }
}
