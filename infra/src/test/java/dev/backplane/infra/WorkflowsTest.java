package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.infra.constructs.FunctionCode;
import dev.backplane.infra.constructs.Service;
import dev.backplane.infra.constructs.Workflow;
import dev.backplane.infra.settings.StageSettings;
import dev.backplane.layers.workflow.PublishStateMachine;
import dev.backplane.local.asl.AslCheck;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.workflow.CleanupStateMachine;
import dev.backplane.tenants.workflow.Placeholder;
import dev.backplane.tenants.workflow.TenantStateMachine;
import dev.backplane.userdata.workflow.ExportStateMachine;
import dev.backplane.userdata.workflow.RemovalStateMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;

class WorkflowsTest {

    private static final TestApp APP = TestApp.dev();

    @ParameterizedTest
    @EnumSource
    void definition_passesTheStaticCheck(TenantStateMachine machine) throws IOException {
        Set<String> supplied =
                machine.placeholders().stream().map(Placeholder::text).collect(Collectors.toSet());

        assertThat(AslCheck.problems(Files.readString(TestApp.ROOT.resolve(machine.file())), supplied))
                .isEmpty();
    }

    @Test
    void definitionOfPublications_passesTheStaticCheck() throws IOException {
        String definition = Files.readString(TestApp.ROOT.resolve(PublishStateMachine.FILE));

        assertThat(AslCheck.problems(definition, Set.of(PublishStateMachine.FUNCTION)))
                .isEmpty();
    }

    @Test
    void definitionOfRemovals_passesTheStaticCheck() throws IOException {
        String definition = Files.readString(TestApp.ROOT.resolve(RemovalStateMachine.FILE));

        assertThat(AslCheck.problems(
                        definition, Set.of(RemovalStateMachine.FUNCTION, RemovalStateMachine.SETTLING_SECONDS)))
                .isEmpty();
    }

    @Test
    void definitionOfExports_passesTheStaticCheck() throws IOException {
        String definition = Files.readString(TestApp.ROOT.resolve(ExportStateMachine.FILE));

        assertThat(AslCheck.problems(definition, Set.of(ExportStateMachine.FUNCTION)))
                .isEmpty();
    }

    /** A write that began before the mark was set must be over when the last sweep begins. */
    @Test
    void pauseOfRemovals_isLongerThanAnyFunctionOfTheServiceRuns() {
        JsonNode machine = APP.properties("Userdata", "AWS::StepFunctions::StateMachine").stream()
                .filter(found -> found.get("StateMachineName").asText().endsWith(RemovalStateMachine.ID))
                .findFirst()
                .orElseThrow();
        int settling = Integer.parseInt(machine.at("/DefinitionSubstitutions/" + RemovalStateMachine.SETTLING_SECONDS)
                .asText());

        assertThat(APP.properties("Userdata", "AWS::Lambda::Function"))
                .hasSizeGreaterThan(20)
                .allSatisfy(
                        function -> assertThat(function.get("Timeout").asInt()).isLessThan(settling));
    }

    @Test
    void definitionOfCleanups_passesTheStaticCheck_andNamesWhatTheFunctionsExpect() throws IOException {
        String definition = Files.readString(TestApp.ROOT.resolve(CleanupStateMachine.FILE));
        Set<String> placeholders = Stream.of(CleanupStateMachine.Placeholder.values())
                .map(CleanupStateMachine.Placeholder::text)
                .collect(Collectors.toSet());

        assertThat(AslCheck.problems(definition, placeholders)).isEmpty();
        assertThat(AslCheck.placeholders(definition)).isEqualTo(placeholders);
        assertThat(definition)
                .contains(
                        "\"" + CleanupStateMachine.ACCOUNT_VARIABLE + "\"",
                        "\"" + CleanupStateMachine.ATTEMPT_VARIABLE + "\"",
                        "\"" + CleanupStateMachine.FAILED + "\"",
                        "$attempt < " + PoolSettings.MAX_AUTOMATIC_TRIES);
    }

    @Test
    void folderOfStateMachines_holdsNothingElse() throws IOException {
        try (Stream<Path> files = Files.list(TestApp.ROOT.resolve("state-machines"))) {
            assertThat(files.map(file -> "state-machines/" + file.getFileName()))
                    .containsExactlyInAnyOrder(Stream.concat(
                                    Stream.of(
                                            CleanupStateMachine.FILE,
                                            PublishStateMachine.FILE,
                                            RemovalStateMachine.FILE,
                                            ExportStateMachine.FILE),
                                    Stream.of(TenantStateMachine.values()).map(TenantStateMachine::file))
                            .toArray(String[]::new));
        }
    }

    /** The validator is not part of the build; it runs if it is installed globally. */
    @ParameterizedTest
    @EnumSource
    void definition_passesTheValidatorOfNpm_whenThatIsThere(TenantStateMachine machine, @TempDir Path folder)
            throws Exception {
        ProcessBuilder validator = new ProcessBuilder(
                        "npx",
                        "--no-install",
                        "asl-validator",
                        "--json-path",
                        TestApp.ROOT.resolve(machine.file()).toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        assumeTrue(isThere(), "npx finds no asl-validator; npm install --global asl-validator brings it");
        Process run = validator.start();

        assertThat(run.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(run.exitValue()).as(Files.readString(folder.resolve("log"))).isZero();
    }

    private static boolean isThere() {
        try {
            Process run = new ProcessBuilder("npx", "--no-install", "asl-validator", "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return run.waitFor(1, TimeUnit.MINUTES) && run.exitValue() == 0;
        } catch (IOException noNpx) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource
    void machine_runsTheTextOfItsFileUnderItsOwnName(TenantStateMachine machine) throws IOException {
        JsonNode properties = properties(machine);

        assertThat(properties.get("StateMachineType").asText()).isEqualTo("STANDARD");
        assertThat(properties.get("DefinitionString").asText())
                .isEqualTo(Files.readString(TestApp.ROOT.resolve(machine.file())));
        assertThat(properties.get("DefinitionSubstitutions").properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrderElementsOf(machine.placeholders().stream()
                        .map(Placeholder::text)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @ParameterizedTest
    @EnumSource
    void machine_isTracedAndLogsErrorsWithoutDataToALogGroupThatForgets(TenantStateMachine machine) {
        JsonNode properties = properties(machine);
        JsonNode group = APP.resource(
                "Tenants",
                properties
                        .at("/LoggingConfiguration/Destinations/0/CloudWatchLogsLogGroup/LogGroupArn/Fn::GetAtt/0")
                        .asText());

        assertThat(properties.at("/TracingConfiguration/Enabled").asBoolean()).isTrue();
        assertThat(properties.at("/LoggingConfiguration/Level").asText()).isEqualTo("ERROR");
        assertThat(properties.at("/LoggingConfiguration/IncludeExecutionData").asBoolean(true))
                .isFalse();
        assertThat(group.at("/Properties/LogGroupName").asText())
                .isEqualTo("/aws/vendedlogs/states/backplane-dev-" + machine.id());
        assertThat(group.at("/Properties/RetentionInDays").asInt()).isEqualTo(14);
    }

    @ParameterizedTest
    @EnumSource
    void machine_takesOnARoleThatOnlyStepFunctionsCanTakeOn(TenantStateMachine machine) {
        JsonNode role = APP.resource(
                "Tenants", properties(machine).at("/RoleArn/Fn::GetAtt/0").asText());

        assertThat(role.at("/Properties/AssumeRolePolicyDocument/Statement")).hasSize(1);
        assertThat(role.at("/Properties/AssumeRolePolicyDocument/Statement/0/Principal/Service")
                        .asText())
                .isEqualTo("states.amazonaws.com");
    }

    @Test
    void workflow_whenAPlaceholderGetsNoValueOrAValueHasNoPlaceholder_isRefused() {
        Stack stack = new Stack(new App(), "Any");
        Service service = new Service(
                "any",
                StageSettings.of("dev", Map.of("logRetentionDays", 14)),
                new FunctionCode.Managed(Path.of("nowhere")));
        Workflow.Definition definition = new Workflow.Definition("walk", "{\"Comment\": \"${From} ${To}\"}");

        assertThatThrownBy(() -> new Workflow(stack, service, definition, Map.of("From", "a", "Through", "b")))
                .hasMessageContainingAll("walk", "[From, To]", "[From, Through]");
    }

    private static JsonNode properties(TenantStateMachine machine) {
        return APP.properties("Tenants", "AWS::StepFunctions::StateMachine").stream()
                .filter(properties ->
                        properties.get("StateMachineName").asText().equals("backplane-dev-" + machine.id()))
                .findFirst()
                .orElseThrow();
    }
}
