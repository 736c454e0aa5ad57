package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.e2e.Recordings.Recording;
import dev.backplane.local.stepfunctions.TimeScale;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Records the rehearsals of all functions with a snapshot, if {@code -Drehearsals.record=true} is set.
 *
 * <p>It is not a test, but it needs the running suite that the tests have.
 */
@EnabledIfSystemProperty(named = "rehearsals.record", matches = "true")
class RehearsalRecorderTest {

    private static final Path EVENTS = Suite.ROOT.resolve("events");

    @Test
    void recordRehearsals() throws IOException {
        TemplateEdit recorder = Recordings.recorder();
        TemplateEdit impatient = LayerChainTest.impatient();
        LocalCloud.Options options = LocalCloud.Options.of(Suite.TEMPLATES)
                .withSpeed(new TimeScale(200))
                .withEdit((name, template) -> {
                    impatient.edit(name, template);
                    recorder.edit(name, template);
                });
        Map<String, List<String>> missing = new TreeMap<>();
        try (LocalServer server = Suite.serve(options);
                TenantsExercise tenants = new TenantsExercise(server)) {
            GrantsTest.doEverything(server);
            new LayersExercise(server).doEverything();
            new PoolExercise(server).doEverything();
            tenants.doEverything();
            new UserdataExercise(server).doEverything();
            List<String> functions = server.cloud().templates().ofType("AWS::Lambda::Function").stream()
                    .filter(function -> function.properties().has("SnapStart"))
                    .map(TemplateResource::ref)
                    .map(name -> name.substring(name.lastIndexOf('-') + 1))
                    .toList();
            for (String function : functions) {
                JsonNode sample = Recordings.JSON.readTree(
                        EVENTS.resolve(function + ".json").toFile());
                server.cloud().functions().invoke(function, sample.toString().getBytes(StandardCharsets.UTF_8));
                Optional<Recording> best = Recordings.best(function, sample);
                if (best.isPresent()) {
                    Recordings.write(best.get(), sample, Suite.ROOT.resolve("functions"));
                } else {
                    missing.put(function, Recordings.problems(function, sample));
                }
            }
        }
        assertThat(missing)
                .as("Functions that never succeeded with the responses that their sample needs."
                        + " Call them in the exercise of their service as their sample does")
                .isEmpty();
    }
}
