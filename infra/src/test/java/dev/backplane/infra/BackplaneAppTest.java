package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.contentOf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.App;

class BackplaneAppTest {

    @Test
    void app_hasOneStackAServiceAndThreeThatTheyShare() {
        assertThat(TestApp.dev().stackNames())
                .containsExactlyInAnyOrder(
                        "Backplane-dev-Identity",
                        "Backplane-dev-Events",
                        "Backplane-dev-Deployments",
                        "Backplane-dev-Layers",
                        "Backplane-dev-Tenants",
                        "Backplane-dev-Pool",
                        "Backplane-dev-Userdata",
                        "Backplane-dev-Activity",
                        "Backplane-dev-Dashboard",
                        "Backplane-dev-SignIn");
    }

    @Test
    void app_tiesNoStackToAnAccountOrRegion() throws IOException {
        Path manifest = Path.of(TestApp.dev().assembly().getDirectory(), "manifest.json");
        JsonNode artifacts = new JsonMapper().readTree(manifest.toFile()).get("artifacts");

        assertThat(TestApp.dev().stackNames())
                .allSatisfy(stack -> assertThat(
                                artifacts.get(stack).get("environment").asText())
                        .isEqualTo("aws://unknown-account/unknown-region"));
    }

    @Test
    void stack_tagsItsResourcesWithItsService() {
        assertThat(TestApp.dev().stackNames())
                .allSatisfy(stack -> assertThat(
                                TestApp.dev().assembly().getStackByName(stack).getTags())
                        .containsEntry("application", "backplane")
                        .containsEntry("stage", "dev")
                        .containsEntry(
                                "service",
                                stack.substring("Backplane-dev-".length()).toLowerCase(Locale.ROOT)));
    }

    @Test
    void templates_saySomethingOnlyAboutTheSuite() {
        for (String stack : TestApp.dev().stackNames()) {
            assertThat(TestApp.dev().resources(stack.substring("Backplane-dev-".length()), "AWS::CDK::Metadata"))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Deployments, DeploymentTableName",
        "Deployments, AliasTableName",
        "Deployments, ApiUrl",
        "Layers, LayerTableName",
        "Layers, ApiUrl",
        "Tenants, TenantTableName",
        "Tenants, ApiUrl",
        "Pool, PoolTableName",
        "Pool, ApiUrl",
        "Userdata, AppsTableName",
        "Userdata, AppUsageTableName",
        "Userdata, AppChangesTableName",
        "Userdata, DataJobsTableName",
        "Userdata, ApiUrl",
        "Activity, ActivityTableName",
        "Activity, ApiUrl"
    })
    void stack_tellsTheAddressAndTheTables(String stack, String output) {
        assertThat(TestApp.dev().template(stack).get("Outputs").has(output)).isTrue();
    }

    @Test
    void app_whenTheContextHasNoSuchStage_saysWhichAndWhere() {
        Workspace workspace = TestApp.workspace();
        Map<String, Object> context = new TreeMap<>(workspace.context());
        context.put("stage", "staging");
        App app = App.Builder.create().context(context).build();

        assertThatThrownBy(() -> BackplaneApp.addStacks(app, workspace)).hasMessageContainingAll("staging", "cdk.json");
    }

    @Test
    void app_whenAServiceIsNotBuilt_saysWhatToDo(@TempDir Path empty) throws IOException {
        Files.copy(TestApp.ROOT.resolve("cdk.json"), empty.resolve("cdk.json"));
        Workspace workspace = new Workspace(empty);
        App app = App.Builder.create().context(workspace.context()).build();

        assertThatThrownBy(() -> BackplaneApp.addStacks(app, workspace))
                .hasMessageContainingAll("functions/identity", "mvn package");
    }

    @Test
    void prod_isSynthesizedFromTheSameFile() {
        assertThat(TestApp.with(Map.of("stage", "prod")).stackNames())
                .contains(
                        "Backplane-prod-Identity",
                        "Backplane-prod-Events",
                        "Backplane-prod-Deployments",
                        "Backplane-prod-Layers",
                        "Backplane-prod-Tenants",
                        "Backplane-prod-Pool",
                        "Backplane-prod-Userdata",
                        "Backplane-prod-Activity",
                        "Backplane-prod-Dashboard",
                        "Backplane-prod-SignIn");
    }

    @Test
    void prod_isProtectedAgainstDeletion() {
        assertThat(TestApp.with(Map.of("stage", "prod")).assembly().getStacks())
                .allSatisfy(
                        stack -> assertThat(stack.getTerminationProtection()).isTrue());
        assertThat(TestApp.dev().assembly().getStacks())
                .noneSatisfy(
                        stack -> assertThat(stack.getTerminationProtection()).isTrue());
    }

    /**
     * Runs the application in a separate JVM with other hash seeds, as the build and the CDK CLI do. In the full test
     * run, the CDK also validates the templates, and any finding fails the run.
     */
    @Test
    void main_writesTheSameTemplatesInEveryRun(@TempDir Path out) throws Exception {
        String validation = System.getProperty("cdk.validation", "false");
        Path log = out.resolve("run.log");
        Process run = java(out, log, validation);
        try {
            assertThat(run.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            run.destroyForcibly();
        }

        assertThat(run.exitValue()).as(() -> contentOf(log.toFile())).isZero();
        for (String stack : TestApp.dev().stackNames()) {
            assertThat(out.resolve(stack + ".template.json"))
                    .hasSameTextualContentAs(Path.of(
                            TestApp.dev().assembly().getStackByName(stack).getTemplateFullPath()));
        }
        assertThat(Files.exists(out.resolve("validation-report.json"))).isEqualTo(validation.equals("true"));
    }

    private static Process java(Path out, Path log, String validation) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BackplaneApp.class.getName())
                .directory(TestApp.workspace().root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("CDK_OUTDIR", out.toString());
        builder.environment().put("CDK_VALIDATION", validation);
        return builder.start();
    }
}
