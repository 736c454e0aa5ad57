package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.infra.settings.StageSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pool of a stage that cleans accounts itself. */
class AccountCleaningTest {

    private static final Map<String, Object> OWN = Map.of(
            "cleanupImage", "123456789012.dkr.ecr.eu-central-1.amazonaws.com/nuke:3",
            "cleanupRegions", "global,eu-central-1",
            "cleanupProtect", "IAMRole/Audit*,CloudFormationStack/StackSet-*");

    private static JsonNode project(Map<String, Object> settings) {
        return TestApp.with(settings)
                .properties("Pool", "AWS::CodeBuild::Project")
                .getFirst();
    }

    @Test
    void stage_withoutTheSettings_hasNoWorkflowAndNoProject() {
        assertThat(TestApp.dev().resources("Pool", "AWS::StepFunctions::StateMachine"))
                .isEmpty();
        assertThat(TestApp.dev().resources("Pool", "AWS::CodeBuild::Project")).isEmpty();
    }

    @Test
    void project_isADryRunThatFails_unlessTheOperatorSaysOtherwise() {
        String dry = project(OWN).at("/Source/BuildSpec").toString();
        assertThat(dry).contains("exit 1").doesNotContain("--no-dry-run");

        Map<String, Object> real = new TreeMap<>(OWN);
        real.put("cleanupDryRun", "false");
        assertThat(project(real).at("/Source/BuildSpec").toString())
                .contains("--no-dry-run")
                .doesNotContain("exit 1");
    }

    @Test
    void project_keepsItsRoleAndTheProtectedResources_andBlocksTheSuite() {
        String configuration =
                project(OWN).at("/Environment/EnvironmentVariables").toString();

        assertThat(configuration)
                .contains("BackplaneCleaner", "BackplaneCleaner -> *", "Audit*", "Audit* -> *", "StackSet-*")
                .contains("blocklist", "AWS::AccountId", "eu-central-1");
    }

    @Test
    void project_keepsTheRolesWithWhichTheAccountIsUsed() {
        Map<String, Object> settings = new TreeMap<>(OWN);
        settings.putAll(
                Map.of("poolAccessRole", "people", "poolRevocationRole", "revoker", "poolExternalId", "external-id"));

        assertThat(project(settings).at("/Environment/EnvironmentVariables").toString())
                .contains("people", "people -> *", "revoker", "revoker -> *");
    }

    @Test
    void roles_haveTheGrantsThatAwsDocuments_andNoMore() {
        TestApp app = TestApp.with(OWN);
        String machine = app.properties("Pool", "AWS::StepFunctions::StateMachine")
                .getFirst()
                .at("/RoleArn/Fn::GetAtt/0")
                .asText();

        assertThat(actions(app.resource("Pool", machine)))
                .filteredOn(action -> !action.startsWith("logs:") && !action.startsWith("xray:"))
                .containsExactlyInAnyOrder(
                        "codebuild:BatchGetBuilds",
                        "codebuild:StartBuild",
                        "codebuild:StopBuild",
                        "events:DescribeRule",
                        "events:PutRule",
                        "events:PutTargets",
                        "lambda:InvokeFunction");
        assertThat(app.resource("Pool", machine).toString())
                .contains("StepFunctionsGetEventForCodeBuildStartBuildRule");
        String cleaner = project(OWN).at("/ServiceRole/Fn::GetAtt/0").asText();
        assertThat(actions(app.resource("Pool", cleaner)))
                .containsExactlyInAnyOrder(
                        "ecr:BatchGetImage",
                        "ecr:GetAuthorizationToken",
                        "ecr:GetDownloadUrlForLayer",
                        "logs:CreateLogStream",
                        "logs:PutLogEvents",
                        "sts:AssumeRole");
    }

    private static Set<String> actions(JsonNode role) {
        return role.findValues("Action").stream()
                .flatMap(action -> action.isArray() ? action.valueStream() : Stream.of(action))
                .map(JsonNode::asText)
                .filter(action -> !action.equals("sts:AssumeRole")
                        || role.at("/Properties/Policies").toString().contains("sts:AssumeRole"))
                .collect(Collectors.toSet());
    }

    @Test
    void templateOfTheAccounts_takesTheOutputsOfTheStack_andTrustsOnlyTheBuilds() throws IOException {
        JsonNode template = new JsonMapper()
                .readTree(TestApp.ROOT
                        .resolve("infra/pool-accounts/cleaner.template.json")
                        .toFile());

        assertThat(template.path("Parameters").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("PoolCleanerRoleName", "PoolCleanerTrust", "PoolSuiteAccount");
        JsonNode outputs = TestApp.with(OWN).template("Pool").path("Outputs");
        assertThat(outputs.has("PoolCleanerRoleName")).isTrue();
        assertThat(outputs.has("PoolCleanerTrust")).isTrue();
        JsonNode trust = template.at("/Resources/CleanerRole/Properties/AssumeRolePolicyDocument/Statement");
        assertThat(trust).hasSize(1);
        assertThat(trust.at("/0/Condition/ArnEquals/aws:PrincipalArn/Ref").asText())
                .isEqualTo("PoolCleanerTrust");
    }

    @Test
    void projectOfTheOperator_isUsed() {
        TestApp app = TestApp.with(Map.of("cleanupProject", "our-cleaner"));

        assertThat(app.resources("Pool", "AWS::CodeBuild::Project")).isEmpty();
        assertThat(app.properties("Pool", "AWS::StepFunctions::StateMachine")
                        .getFirst()
                        .at("/DefinitionSubstitutions/CleanupProject")
                        .asText())
                .isEqualTo("our-cleaner");
    }

    @Test
    void settings_thatContradict_areRefused() {
        for (Map<String, String> wrong : List.of(
                Map.of("cleanupProject", "a-b", "cleanupImage", "nuke:1", "cleanupRegions", "global"),
                Map.of("cleanupImage", "nuke:1"),
                Map.of("cleanupProject", "our-cleaner", "cleanupTries", "4"),
                Map.of("cleanupProject", "our-cleaner", "cleanupMinutes", "4"))) {
            Map<String, Object> values = new TreeMap<>(wrong);
            values.put("logRetentionDays", 14);
            assertThatThrownBy(() -> StageSettings.of("dev", values)).hasMessageContaining("cleanup");
        }
    }
}
