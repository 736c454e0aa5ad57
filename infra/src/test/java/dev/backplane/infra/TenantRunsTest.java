package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.workflow.TenantStateMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.event.ruler.Ruler;

/** The path of a failed execution: from the default bus by a rule to a queue, and to the watcher. */
class TenantRunsTest {

    private static final TestApp APP = TestApp.dev();
    private static final String QUEUE = "backplane-dev-tenant-run-failures";
    private static final String MACHINES = "arn:aws:states:us-east-1:000000000000:stateMachine:";

    @Test
    void rule_isOnTheBusOfAwsServices() {
        assertThat(rule().has("EventBusName")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "backplane-dev-tenant-create, FAILED, true",
        "backplane-dev-tenant-create, TIMED_OUT, true",
        "backplane-dev-tenant-create, ABORTED, true",
        "backplane-dev-tenant-create, RUNNING, false",
        "backplane-dev-tenant-create, SUCCEEDED, false",
        "backplane-dev-tenant-update, FAILED, true",
        "backplane-dev-tenant-delete, ABORTED, true",
        "backplane-dev-tenant-upgrade-all, TIMED_OUT, true",
        // The items of its map are child executions without a row.
        "backplane-dev-tenant-upgrade-all/UpgradeBatch, FAILED, false",
        "backplane-prod-tenant-create, FAILED, false",
        "another, FAILED, false"
    })
    void rule_waitsForBadEndsOfTheFourMachines(String machine, String status, boolean matches) throws Exception {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("source", "aws.states").put("detail-type", "Step Functions Execution Status Change");
        event.putObject("detail").put("status", status).put("stateMachineArn", MACHINES + machine);

        assertThat(Ruler.matchesRule(event.toString(), resolved(rule().get("EventPattern"))))
                .isEqualTo(matches);
    }

    @Test
    void rule_fillsTheQueueThatTheWatcherWorksOff() {
        assertThat(queueOf(rule().at("/Targets/0/Arn"))).isEqualTo(QUEUE);
        assertThat(queueOf(rule().at("/Targets/0/DeadLetterConfig/Arn"))).isEqualTo(QUEUE + "-dead-letters");
        assertThat(queueOf(APP.mapping("Tenants", "ExecutionWatcher").get("EventSourceArn")))
                .isEqualTo(QUEUE);
    }

    @Test
    void deadLettersOfTenants_areOneQueueThatDeployStackTellsEveryStack() {
        JsonNode setting = function("DeployStack").at("/Environment/Variables/TENANT_DLQ");

        assertThat(queueOf(setting)).isEqualTo("backplane-dev-tenant-dead-letters");
    }

    @Test
    void functionsThatStartRuns_nameTheVersionOfThisBuild_andNoTemplate() {
        assertThat(List.of(
                        "GetQueue", "RegisterTenant", "UpdateTenant", "RetryTenant", "DeleteTenant", "UpgradeTenants"))
                .allSatisfy(name -> {
                    JsonNode settings = function(name).at("/Environment/Variables");
                    assertThat(settings.get("TENANT_STACK_VERSION").asText()).isEqualTo(version());
                    assertThat(settings.has("TENANT_TEMPLATE_URL")).isFalse();
                });
    }

    /** So an execution that was started before a deployment can use the new function. */
    @Test
    void deployStack_hasVersionAndTemplateOfThisBuildTogether() {
        JsonNode settings = function("DeployStack").at("/Environment/Variables");

        assertThat(settings.get("TENANT_STACK_VERSION").asText()).isEqualTo(version());
        assertThat(settings.at("/TENANT_TEMPLATE_URL/Fn::Sub").asText())
                .matches("https://s3\\.\\$\\{AWS::Region}\\.\\$\\{AWS::URLSuffix}/"
                        + "cdk-hnb659fds-assets-\\$\\{AWS::AccountId}-\\$\\{AWS::Region}/[0-9a-f]{64}\\.json");
    }

    private static String version() {
        return new Workspace(TestApp.ROOT).tenantStackVersion().value();
    }

    /**
     * Otherwise a request of an abandoned stack could be delivered late, or one that waits for a snapshot could be
     * dropped.
     */
    @Test
    void callsOfTheCustomResource_liveLongerThanAStartTakes_andShorterThanCloudFormationWaits() throws Exception {
        int age = APP.properties("Tenants", "AWS::Lambda::EventInvokeConfig").stream()
                .mapToInt(config -> config.get("MaximumEventAgeInSeconds").asInt())
                .max()
                .orElseThrow();
        int timeout = function("ManageMetadata").get("Timeout").asInt();
        int patience = new JsonMapper()
                .readTree(TenantTemplate.synthesize().text())
                .at("/Resources/TenantRecord/Properties/ServiceTimeout")
                .asInt();

        assertThat(age).isGreaterThanOrEqualTo(300);
        assertThat(patience).isGreaterThan(age + timeout);
    }

    @ParameterizedTest
    @EnumSource(
            value = TenantStateMachine.class,
            names = {"CREATE", "UPDATE", "DELETE"})
    void runs_endBeforeTheirRowsCountAsFailed(TenantStateMachine machine) throws Exception {
        assertThat(definition(machine).get("TimeoutSeconds").asLong()).isEqualTo(Audit.RUN_TIMEOUT.toSeconds());
    }

    /** Keys, status words, conditions and events are in Java only. */
    @ParameterizedTest
    @EnumSource
    void machines_neitherReadNorWriteRows(TenantStateMachine machine) throws Exception {
        assertThat(definition(machine).toString())
                .doesNotContain("dynamodb", "putEvents", "AUDIT#", "TENANT_ID#", "METADATA")
                .doesNotContain("errorOutput.Cause")
                .doesNotContainPattern("['\"](Started|Success|Failure)['\"]");
    }

    private static JsonNode definition(TenantStateMachine machine) throws IOException {
        return new JsonMapper().readTree(Files.readString(TestApp.ROOT.resolve(machine.file())));
    }

    /** The pauses are fixed, so their sum limits how long a function may take to become ready. */
    @ParameterizedTest
    @EnumSource(
            value = TenantStateMachine.class,
            names = {"CREATE", "UPDATE", "DELETE"})
    void runs_outlastAFunctionThatHasToMakeItsSnapshotAnew(TenantStateMachine machine) throws Exception {
        JsonNode states = new JsonMapper()
                .readTree(Files.readString(TestApp.ROOT.resolve(machine.file())))
                .get("States");
        List<JsonNode> calls = states.valueStream()
                .filter(state -> state.path("Resource").asText().equals("arn:aws:states:::lambda:invoke"))
                .toList();

        assertThat(calls).isNotEmpty().allSatisfy(call -> {
            JsonNode retry = call.at("/Retry/0");
            assertThat(retry.get("ErrorEquals").toString())
                    .contains("\"Lambda.SnapStartNotReadyException\"", "\"Lambda.CodeArtifactUserPendingException\"")
                    .contains("\"Lambda.ResourceNotReadyException\"", "\"Lambda.ResourceConflictException\"");
            assertThat(retry.has("JitterStrategy")).isFalse();
            double pause = retry.get("IntervalSeconds").asDouble();
            double sum = 0;
            for (int tries = 0; tries < retry.get("MaxAttempts").asInt(); tries++) {
                sum += Math.min(pause, retry.get("MaxDelaySeconds").asDouble());
                pause *= retry.get("BackoffRate").asDouble();
            }
            assertThat(sum).isGreaterThan((double) Duration.ofMinutes(10).toSeconds());
        });
    }

    @Test
    void anUpgradeOfAllTenants_outlastsThemAll() throws Exception {
        JsonNode definition = new JsonMapper()
                .readTree(Files.readString(TestApp.ROOT.resolve(TenantStateMachine.UPGRADE_ALL.file())));
        long seconds = definition.get("TimeoutSeconds").asLong();

        assertThat(seconds / Audit.RUN_TIMEOUT.toSeconds() * 30)
                .as("tenants that fit even if each takes its whole time, 30 at once; an account has 2,000 stacks")
                .isGreaterThan(2_000);
    }

    @Test
    void deployStack_mayReadThatTemplateAndNoOtherObject() {
        String url = function("DeployStack")
                .at("/Environment/Variables/TENANT_TEMPLATE_URL/Fn::Sub")
                .asText();

        assertThat(statement("DeployStack", "s3:GetObject").get("Resource").toString())
                .contains(url.substring(url.lastIndexOf('/') + 1))
                .doesNotContain("*");
    }

    @Test
    void deployStack_mayDeployThatTemplateWithThatRoleOnly() {
        JsonNode conditions =
                statement("DeployStack", "cloudformation:CreateStack").at("/Condition/StringEquals");

        assertThat(conditions.get("cloudformation:TemplateUrl"))
                .isEqualTo(function("DeployStack").at("/Environment/Variables/TENANT_TEMPLATE_URL"));
        assertThat(conditions.get("cloudformation:RoleArn"))
                .isEqualTo(function("DeployStack").at("/Environment/Variables/TENANT_STACK_ROLE"));
    }

    @Test
    void stackRole_isHandedToCloudFormationOnly() {
        assertThat(statement("DeployStack", "iam:PassRole")
                        .at("/Condition/StringEquals/iam:PassedToService")
                        .asText())
                .isEqualTo("cloudformation.amazonaws.com");
    }

    @Test
    void stackRole_isTakenOnByCloudFormationOnly() {
        JsonNode trust = APP.resource(
                        "Tenants",
                        function("DeployStack")
                                .at("/Environment/Variables/TENANT_STACK_ROLE/Fn::GetAtt/0")
                                .asText())
                .at("/Properties/AssumeRolePolicyDocument/Statement");

        assertThat(trust).hasSize(1);
        assertThat(trust.at("/0/Principal/Service").asText()).isEqualTo("cloudformation.amazonaws.com");
    }

    @ParameterizedTest
    @CsvSource({"dev, bp-dev-T", "a-stage-of-20-letter, bp-a-stage-of-20-letter-T"})
    void prefixOfTenantsStacks_leavesRoomForTheLongestIdInEveryStage(String stage, String prefix) {
        assertThat(TenantProvisioning.prefix(stage)).isEqualTo(prefix);
    }

    private static JsonNode rule() {
        return APP.eventRule("Tenants");
    }

    /** Returns the pattern with resolved ARNs. */
    private static String resolved(JsonNode pattern) {
        ObjectNode resolved = pattern.deepCopy();
        var machines = ((ObjectNode) resolved.get("detail")).putArray("stateMachineArn");
        pattern.at("/detail/stateMachineArn").forEach(join -> machines.add(text(join.at("/Fn::Join/1"))));
        return resolved.toString();
    }

    private static String text(JsonNode parts) {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(
                part.isTextual() ? part.asText() : value(part.get("Ref").asText())));
        return text.toString();
    }

    private static String value(String pseudoParameter) {
        return switch (pseudoParameter) {
            case "AWS::Partition" -> "aws";
            case "AWS::Region" -> "us-east-1";
            case "AWS::AccountId" -> "000000000000";
            default -> throw new IllegalArgumentException(pseudoParameter);
        };
    }

    /** Returns the statement of a function's role with the action. */
    private static JsonNode statement(String function, String action) {
        JsonNode role = APP.resource(
                "Tenants", function(function).at("/Role/Fn::GetAtt/0").asText());
        List<JsonNode> statements = role.at("/Properties/Policies/0/PolicyDocument/Statement")
                .valueStream()
                .filter(statement -> statement.get("Action").toString().contains('"' + action + '"'))
                .toList();
        assertThat(statements).hasSize(1);
        return statements.getFirst();
    }

    private static JsonNode function(String name) {
        return APP.properties("Tenants", "AWS::Lambda::Function").stream()
                .filter(function -> function.get("FunctionName").asText().equals("backplane-dev-" + name))
                .findFirst()
                .orElseThrow();
    }

    private static String queueOf(JsonNode arn) {
        return APP.resource("Tenants", arn.at("/Fn::GetAtt/0").asText())
                .at("/Properties/QueueName")
                .asText();
    }
}
