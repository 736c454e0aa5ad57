package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A stage with the template of the example. */
class TenantOwnTemplateTest {

    private static TestApp app;

    @BeforeAll
    static void synthesize() throws Exception {
        app = TestApp.with(TenantDefinitionTest.example());
    }

    private static JsonNode environment(String function) {
        return app.properties("Tenants", "AWS::Lambda::Function").stream()
                .filter(properties -> properties.path("FunctionName").asText().equals("backplane-dev-" + function))
                .findFirst()
                .orElseThrow()
                .at("/Environment/Variables");
    }

    private static Set<String> settings(TestApp of, String function) {
        Set<String> names = new TreeSet<>();
        of.properties("Tenants", "AWS::Lambda::Function").stream()
                .filter(properties -> properties.path("FunctionName").asText().endsWith("-" + function))
                .forEach(properties ->
                        properties.at("/Environment/Variables").fieldNames().forEachRemaining(names::add));
        return names;
    }

    @Test
    void functionThatDeploys_getsParametersCapabilityAndVersionOfTheTemplate() {
        JsonNode environment = environment("DeployStack");

        assertThat(environment.path("TENANT_STACK_VERSION").asText()).isEqualTo("1.0.0");
        assertThat(environment.path("TENANT_STACK_CAPABILITY").asText()).isEqualTo("CAPABILITY_IAM");
        assertThat(environment.path("TENANT_STACK_PARAMETERS").asText())
                .isEqualTo("Execution,InboundDlqArn,MetadataFunctionArn,RetentionSeconds,StackVersion,TenantId,Tier");
        assertThatJson(environment.path("TENANT_TIER_PARAMETERS").asText()).isEqualTo("""
                {"": {RetentionSeconds: "345600", Tier: "standard"},
                 standard: {RetentionSeconds: "345600", Tier: "standard"},
                 premium: {RetentionSeconds: "1209600", Tier: "premium"}}""");
    }

    @Test
    void functionsThatDecideWhetherATenantIsCurrent_getTheSameInputs() {
        String inputs = environment("DeployStack").path("TENANT_STACK_INPUTS").asText();

        assertThat(inputs).matches("=[0-9a-f]{16},premium=[0-9a-f]{16},standard=[0-9a-f]{16}");
        for (String function : new String[] {"UpdateTenant", "PlanUpgrade", "RecordRun"}) {
            assertThat(environment(function).path("TENANT_STACK_INPUTS").asText())
                    .as(function)
                    .isEqualTo(inputs);
        }
    }

    @Test
    void stageWithTheBuiltInTemplate_hasNoneOfTheseSettings() {
        assertThat(settings(TestApp.dev(), "DeployStack"))
                .contains("TENANT_STACK_PARAMETERS")
                .doesNotContain("TENANT_STACK_CAPABILITY", "TENANT_TIER_PARAMETERS", "TENANT_STACK_INPUTS");
        assertThat(settings(TestApp.dev(), "UpdateTenant")).doesNotContain("TENANT_STACK_INPUTS");
    }

    @Test
    void roleOfTheStacks_isWidenedByTheSettings_andOnlyThen() {
        assertThatJson(statement(app, "iam:CreateRole").path("Resource")).isEqualTo("""
                {"Fn::Join": ["", ["arn:", {Ref: "AWS::Partition"}, ":iam::", {Ref: "AWS::AccountId"}, ":role/bp-dev-T-*"]]}""");
        assertThatJson(statement(app, "dynamodb:CreateTable").path("Resource")).isEqualTo("""
                {"Fn::Join": ["", ["arn:", {Ref: "AWS::Partition"}, ":dynamodb:", {Ref: "AWS::Region"}, ":",
                 {Ref: "AWS::AccountId"}, ":table/bp-dev-T-*"]]}""");
        assertThat(statement(app, "sqs:CreateQueue").isMissingNode()).isFalse();
        assertThat(statement(TestApp.dev(), "dynamodb:CreateTable").isMissingNode())
                .isTrue();
    }

    private static JsonNode statement(TestApp of, String action) {
        return of.resources("Tenants", "AWS::IAM::Role").entrySet().stream()
                .filter(role -> role.getKey().startsWith("TenantStackRole"))
                .flatMap(role -> role.getValue()
                        .at("/Properties/Policies/0/PolicyDocument/Statement")
                        .valueStream())
                .filter(statement -> statement
                        .path("Action")
                        .valueStream()
                        .anyMatch(one -> one.asText().equals(action)))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    @Test
    void stack_hasNoFindings() {
        assertThat(app.findings("Backplane-dev-Tenants")).isEmpty();
    }
}
