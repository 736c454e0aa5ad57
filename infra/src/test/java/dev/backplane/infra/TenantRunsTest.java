package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.event.ruler.Ruler;

/** The way of a run that ended badly: from AWS's own bus by a rule to a queue, and from there to the watcher. */
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
        // The items of its map are executions of their own, and have no row.
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
    void functionsThatStartRuns_nameTheVersionAndTheTemplateOfThisBuild() {
        assertThat(List.of("GetQueue", "UpdateTenant", "RetryTenant", "UpgradeTenants"))
                .allSatisfy(name -> {
                    JsonNode settings = function(name).at("/Environment/Variables");
                    assertThat(settings.get("TENANT_STACK_VERSION").asText())
                            .isEqualTo(new Workspace(TestApp.ROOT)
                                    .tenantStackVersion()
                                    .value());
                    assertThat(settings.at("/TENANT_TEMPLATE_URL/Fn::Sub").asText())
                            .matches(
                                    "https://s3\\.\\$\\{AWS::Region}\\.\\$\\{AWS::URLSuffix}/"
                                            + "cdk-hnb659fds-assets-\\$\\{AWS::AccountId}-\\$\\{AWS::Region}/[0-9a-f]{64}\\.json");
                });
    }

    @Test
    void deployStack_mayReadThatTemplateAndNoOtherObject() {
        String url = function("GetQueue")
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
                .isEqualTo(function("GetQueue").at("/Environment/Variables/TENANT_TEMPLATE_URL"));
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
        assertThat(TenantStacks.prefix(stage)).isEqualTo(prefix);
    }

    private static JsonNode rule() {
        List<JsonNode> rules = APP.properties("Tenants", "AWS::Events::Rule");
        assertThat(rules).hasSize(1);
        return rules.getFirst();
    }

    /** The pattern with the ARNs that CloudFormation would put in. */
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

    /** The one statement of a function's role that is about the action. */
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
