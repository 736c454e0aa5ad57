package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.cli.output.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checks of the command doctor, with scripts in place of the tools. */
@DisabledOnOs(OS.WINDOWS)
class DoctorTest {

    private final StubSuite suite = new StubSuite();

    @TempDir
    private Path tools;

    @BeforeEach
    void install() throws IOException {
        tool("mvn", "Apache Maven 3.9.9 (abc)");
        tool("node", "v22.1.0");
        tool("aws", "aws-cli/2.15.0 Python/3.11.6");
    }

    @AfterEach
    void stop() {
        suite.close();
    }

    private void tool(String name, String version) throws IOException {
        script(name, "echo '" + version + "'");
    }

    private void script(String name, String text) throws IOException {
        Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Run.Setup setup() {
        return Run.Setup.at(suite.address()).with("PATH", tools.toString()).with("BACKPLANE_TOKEN", token("{}"));
    }

    private static String token(String claims) {
        return "e30." + Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(StandardCharsets.UTF_8))
                + ".s";
    }

    private static JsonNode finding(Run run, String check) {
        JsonNode items = Json.read(run.out()).orElseThrow().path("items");
        return StreamSupport.stream(items.spliterator(), false)
                .filter(item -> item.path("check").asText().equals(check))
                .findFirst()
                .orElseThrow(() -> new AssertionError(check + " is not in " + run.out()));
    }

    @Test
    void machineWithEverything_hasNoProblem() {
        Run run = setup().with(
                        "BACKPLANE_TOKEN", token("{\"scope\":\"openid backplane/pool.read\",\"exp\":1795052292}"))
                .run("doctor");

        assertThat(run.out().lines().map(line -> line.split(" {2,}")[0]))
                .containsExactly(
                        "check", "jdk", "maven", "node", "aws", "disk", "sign-in ports", "address", "clock", "token");
        assertThat(run.out())
                .contains("valid until 2026-11-19T", "backplane/pool.read")
                .doesNotContain("problem");
        assertThat(run.exit()).isZero();
    }

    @Test
    void machineWithoutNode_hasAProblemWithItsCure() throws IOException {
        Files.delete(tools.resolve("node"));

        Run run = setup().run("doctor", "-o", "json");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(finding(run, "node").path("state").asText()).isEqualTo("problem");
        assertThat(finding(run, "node").path("cure").asText()).contains("https://nodejs.org");
        assertThat(setup().run("doctor").out())
                .contains("check          state    detail")
                .containsPattern("What to do:\\R  node: .*https://nodejs.org");
    }

    @Test
    void machineWithoutTheAwsCli_hasANote() throws IOException {
        Files.delete(tools.resolve("aws"));

        assertThat(finding(setup().run("doctor", "-o", "json"), "aws")
                        .path("state")
                        .asText())
                .isEqualTo("note");
    }

    @ParameterizedTest
    @CsvSource({
        "mvn, Apache Maven 3.8.5, maven, problem",
        "mvn, Apache Maven 3.8.6, maven, ok",
        "mvn, Apache Maven 4.0.0, maven, ok",
        "node, v19.9.9, node, problem",
        "node, v20.0.0, node, ok"
    })
    void versionOfATool_mustBeNewEnough(String program, String version, String check, String state) throws IOException {
        tool(program, version);

        assertThat(finding(setup().run("doctor", "-o", "json"), check)
                        .path("state")
                        .asText())
                .isEqualTo(state);
    }

    @Test
    void tokenWithoutScopes_isAProblem() {
        JsonNode finding = finding(setup().run("doctor", "-o", "json"), "token");

        assertThat(finding.path("state").asText()).isEqualTo("problem");
        assertThat(finding.path("cure").asText()).contains("group");
    }

    @Test
    void stageWithoutASession_isAProblem() {
        Run run = setup().without("BACKPLANE_TOKEN").run("doctor", "--stage", "prod", "-o", "json");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(finding(run, "token").path("detail").asText()).contains("Not signed in to stage prod.");
    }

    @Test
    void suiteOnThisMachine_thatDoesNotRun_isANote() {
        suite.close();

        Run run = setup().run("doctor", "-o", "json");

        assertThat(finding(run, "address").path("state").asText()).isEqualTo("note");
        assertThat(run.exit()).isZero();
    }

    @Test
    void deployedStage_thatDoesNotRespond_isAProblem() {
        suite.close();

        Run run = setup().run("doctor", "--stage", "prod", "-o", "json");

        assertThat(finding(run, "address").path("state").asText()).isEqualTo("problem");
        assertThat(run.exit()).isEqualTo(1);
    }

    @Test
    void deployedStage_showsAlarmsAndStaleSnapshots() throws IOException {
        script("aws", """
                case "$*" in
                  *describe-alarms*) echo backplane-dev-pool-cleanups-failed ;;
                  *list-functions*) printf 'backplane-dev-GetPool\\tbackplane-dev-GetLease\\n' ;;
                  *GetPool*) echo Inactive ;;
                  *GetLease*) echo Active ;;
                  *) echo aws-cli/2.15.0 ;;
                esac""");

        Run run = setup().run("doctor", "--stage", "prod", "-o", "json");

        assertThat(finding(run, "alarms").path("detail").asText())
                .contains("1 raised: ", "backplane-dev-pool-cleanups-failed");
        assertThat(finding(run, "snapshots").path("detail").asText())
                .contains("backplane-dev-GetPool")
                .doesNotContain("GetLease");
        assertThat(run.exit()).isEqualTo(1);
    }

    @Test
    void deployedStage_withoutCredentials_isANote() throws IOException {
        script("aws", "echo 'Unable to locate credentials' >&2; exit 253");

        assertThat(finding(setup().run("doctor", "--stage", "prod", "-o", "json"), "alarms")
                        .path("detail")
                        .asText())
                .isEqualTo("unknown: Unable to locate credentials");
    }

    @Test
    void stageWithOtherApis_isANote() throws IOException {
        Path root = tools.resolve("root");
        Files.createDirectories(root.resolve("docs/openapi"));
        Files.writeString(root.resolve("docs/openapi/backplane.yaml"), "openapi: 3.1.0");
        suite.responds(200, "openapi: 3.0.0");

        assertThat(finding(setup().with("BACKPLANE_ROOT", root.toString()).run("doctor", "-o", "json"), "version")
                        .path("state")
                        .asText())
                .isEqualTo("note");
    }
}
