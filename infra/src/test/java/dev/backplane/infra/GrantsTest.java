package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class GrantsTest {

    private static final TestApp APP = TestApp.dev();

    /** Actions that cannot be limited to a resource: listing streams, functions and layers, log deliveries and traces. */
    private static final Set<String> WITHOUT_RESOURCE = Set.of(
            "cloudwatch:GetMetricStatistics",
            "dynamodb:ListStreams",
            "lambda:ListFunctions",
            "lambda:ListLayers",
            "logs:",
            "xray:");

    /** The role of sessions of tenants' clients, and the policy with which its function creates them. */
    private static final String SESSIONS = "TenantQueueRole";

    /**
     * Resources that are only known at run time: layers, their uploads and the functions that use them, tenant stacks
     * and their resources, and executions.
     */
    private static final List<String> PATTERNS = List.of(
            ":layer:*:*",
            ":function:*",
            ":layer:*",
            "/publications/*",
            "/objects/*",
            ":execution:backplane-dev-layer-publish:*",
            ":execution:backplane-dev-data-removal:*",
            ":execution:backplane-dev-user-export:*",
            "/exports/*",
            ":stack/bp-dev-T-*/*",
            ":bp-dev-T-*",
            ":alarm:bp-dev-T-*",
            ":alarm:*",
            ":execution:backplane-dev-tenant-update:*",
            ":execution:backplane-dev-tenant-upgrade-all:*");

    @Test
    void statement_namesExactActions() {
        assertThat(allowing())
                .hasSizeGreaterThan(100)
                .allSatisfy(statement -> assertThat(texts(statement.get("Action")))
                        .isNotEmpty()
                        .allMatch(action -> action.matches("[a-z0-9]+:[A-Za-z]+"), "no wildcard"));
    }

    @Test
    void statement_namesOneResource() {
        assertThat(allowing()).allSatisfy(statement -> {
            assertThat(statement.has("Resource")).isTrue();
            assertThat(statement.get("Resource").isArray()).isFalse();
        });
    }

    @Test
    void resource_withoutAWildcard_isOfTheSuite() {
        assertThat(allowing())
                .filteredOn(statement -> !statement.get("Resource").toString().contains("*"))
                .allSatisfy(statement -> assertThat(statement.get("Resource").toString())
                        .as("an attribute of a resource, or a text built on one or on the account")
                        .containsAnyOf("Fn::GetAtt", "Fn::ImportValue", "\"Ref\""));
    }

    @Test
    void resource_withAWildcard_isOneOfTheReasonedFew() {
        Set<String> patterns = new TreeSet<>();
        for (JsonNode statement : allowing()) {
            String resource = statement.get("Resource").toString();
            if (resource.contains("*") && !isWithoutResource(statement)) {
                patterns.add(statement
                        .at("/Resource/Fn::Join/1")
                        .valueStream()
                        .toList()
                        .getLast()
                        .asText());
            }
        }

        assertThat(patterns).containsExactlyInAnyOrderElementsOf(PATTERNS);
    }

    @Test
    void statement_onEverything_isOneThatAwsCannotLimit() {
        assertThat(allowing())
                .filteredOn(statement -> statement.get("Resource").asText().equals("*"))
                // Three functions list the functions that use layers, one lists layers, and one reads a metric of
                // tenants.
                .hasSize(10 + 7 + 3 + 1 + 1 + BackplaneApp.OPERATIONS.size())
                .allSatisfy(
                        statement -> assertThat(isWithoutResource(statement)).isTrue());
    }

    @Test
    void layerDeleter_mayDeleteAnyLayerOfTheAccount() {
        assertThat(allowing("Layers"))
                .filteredOn(statement -> texts(statement.get("Action")).equals(List.of("lambda:DeleteLayerVersion")))
                .singleElement()
                .satisfies(statement -> {
                    assertThatJson(statement.get("Resource")).isEqualTo("""
                            {"Fn::Join": ["", [
                              "arn:", {"Ref": "AWS::Partition"}, ":lambda:*:", {"Ref": "AWS::AccountId"}, ":layer:*:*"
                            ]]}""");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "lambda:PublishLayerVersion, LayerPublisher",
        "lambda:ListLayerVersions, LayerPublisher VerifyLayers",
        "lambda:AddLayerVersionPermission, LayerPublisher",
        "lambda:DeleteLayerVersion, LayerDeleter LayerPublisher",
        "lambda:InvokeFunction, layerpublish",
        "s3:PutObject, CreatePublication",
        "s3:GetObject, LayerPublisher StartPublication",
        "s3:ListBucket, StartPublication",
        "states:StartExecution, StartPublication",
        "states:DescribeExecution, GetPublication"
    })
    void action_ofPublications_belongsToThoseThatNeedItOnly(String action, String holders) {
        assertThat(holders("Layers", action)).containsExactlyInAnyOrder(holders.split(" "));
    }

    /** Returns the functions and workflows that may do something. */
    private static Set<String> holders(String stack, String action) {
        Set<String> found = new TreeSet<>();
        APP.resources(stack, "AWS::IAM::Role").forEach((id, role) -> {
            if (statements(role.get("Properties")).stream()
                    .anyMatch(statement -> texts(statement.get("Action")).contains(action))) {
                found.add(id.replaceFirst("(?:Role)?[0-9A-F]{8}$", ""));
            }
        });
        return found;
    }

    @ParameterizedTest
    @CsvSource({
        "cloudformation:CreateStack, DeployStack",
        "cloudformation:UpdateStack, DeployStack",
        "cloudformation:DeleteStack, DeployStack tenantdelete",
        "cloudformation:TagResource, DeployStack",
        "iam:PassRole, DeployStack tenantdelete",
        "s3:GetObject, DeployStack",
        "sqs:CreateQueue, TenantStack",
        "cloudwatch:PutMetricAlarm, TenantStack",
        "lambda:InvokeFunction, TenantStack tenantcreate tenantdelete tenantupdate tenantupgradeall",
        "states:StartExecution, DeleteTenant GetQueue IssueQueueCredentials RegisterTenant RetryTenant UpdateTenant"
                + " UpgradeTenants tenantupgradeall"
    })
    void action_onTenantsStacks_belongsToThoseThatNeedItOnly(String action, String holders) {
        assertThat(holders("Tenants", action)).containsExactlyInAnyOrder(holders.split(" "));
    }

    @Test
    void statement_neverInvertsActionsOrResources() {
        assertThat(allowing())
                .allSatisfy(statement -> assertThat(statement.has("NotAction") || statement.has("NotResource"))
                        .isFalse());
    }

    @ParameterizedTest
    @FieldSource("dev.backplane.infra.TestApp#SERVICES")
    void role_belongsToOneThingAndHasOnlyItsInlinePolicy(String stack) {
        List<String> roles = Stream.of(
                        holders(stack, "AWS::Lambda::Function", "/Role/Fn::GetAtt/0"),
                        holders(stack, "AWS::StepFunctions::StateMachine", "/RoleArn/Fn::GetAtt/0"),
                        APP.resources(stack, "AWS::IAM::Role").keySet().stream()
                                .filter(id -> id.startsWith("TenantStackRole") || id.startsWith(SESSIONS)))
                .flatMap(holders -> holders)
                .toList();

        assertThat(roles).doesNotHaveDuplicates();
        assertThat(APP.resources(stack, "AWS::IAM::Role"))
                .containsOnlyKeys(roles)
                .allSatisfy((id, role) -> {
                    assertThat(role.get("Properties").has("ManagedPolicyArns")).isFalse();
                    assertThat(role.at("/Properties/Policies")).hasSize(1);
                });
        // The role of sessions trusts the function that issues them, so their policies cannot refer to each other.
        assertThat(APP.resources(stack, "AWS::IAM::Policy").keySet()).allMatch(id -> id.startsWith(SESSIONS));
        assertThat(APP.resources(stack, "AWS::IAM::ManagedPolicy")).isEmpty();
    }

    private static Stream<String> holders(String stack, String type, String pointer) {
        return APP.properties(stack, type).stream()
                .map(holder -> holder.at(pointer).asText());
    }

    private static boolean isWithoutResource(JsonNode statement) {
        return texts(statement.get("Action")).stream()
                .allMatch(action -> WITHOUT_RESOURCE.stream().anyMatch(action::startsWith));
    }

    private static List<JsonNode> allowing() {
        return TestApp.SERVICES.stream()
                .flatMap(stack -> allowing(stack).stream())
                .toList();
    }

    /** Returns all Allow statements of all roles in a stack. */
    private static List<JsonNode> allowing(String stack) {
        return APP.properties(stack, "AWS::IAM::Role").stream()
                .flatMap(role -> statements(role).stream())
                .filter(statement -> statement.get("Effect").asText().equals("Allow"))
                .toList();
    }

    private static List<JsonNode> statements(JsonNode role) {
        List<JsonNode> statements = new ArrayList<>();
        role.at("/Policies/0/PolicyDocument/Statement").forEach(statements::add);
        return statements;
    }

    private static List<String> texts(JsonNode oneOrMore) {
        Stream<JsonNode> nodes =
                oneOrMore.isArray() ? StreamSupport.stream(oneOrMore.spliterator(), false) : Stream.of(oneOrMore);
        return nodes.map(JsonNode::asText).toList();
    }
}
