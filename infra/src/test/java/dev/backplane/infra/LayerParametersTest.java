package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The function that writes SSM parameters, and what it and the verification may do. */
class LayerParametersTest {

    private static final TestApp ANYWHERE = TestApp.withEdge();
    private static final TestApp LIMITED = TestApp.configured();

    @Test
    void withoutAPrefix_thereIsNoFunctionAndNoPermission() {
        assertThat(functions(TestApp.dev(), "LayerPointers")).isEmpty();
        assertThat(TestApp.dev().template("Layers").toString()).doesNotContain("ssm:");
    }

    @Test
    void function_readsTheChangesOfLayersOnly() throws IOException {
        JsonNode mapping = ANYWHERE.mapping("Layers", "LayerPointers");

        assertThatJson(new JsonMapper()
                        .readTree(
                                mapping.at("/FilterCriteria/Filters/0/Pattern").asText()))
                .isEqualTo("{\"dynamodb\": {\"Keys\": {\"pk\": {\"S\": [{\"prefix\": \"lyr#\"}]}}}}");
        assertThat(mapping.at("/FunctionResponseTypes/0").asText()).isEqualTo("ReportBatchItemFailures");
        assertThat(mapping.has("ParallelizationFactor"))
                .as("one batch of a shard at a time")
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LayerPointers", "VerifyLayers"})
    void function_knowsThePrefix(String name) {
        assertThat(functions(LIMITED, name))
                .singleElement()
                .satisfies(function -> assertThat(function.at("/Environment/Variables/LAYER_PARAMETER_PREFIX")
                                .asText())
                        .isEqualTo("team/dev"));
    }

    @Test
    void writer_mayChangeTheParametersOfThePrefixInAnyRegion() {
        assertThat(grants(ANYWHERE, "LayerPointers", "ssm:"))
                .containsExactly("ssm:DeleteParameter ssm:GetParameters ssm:PutParameter on"
                        + " arn:|AWS::Partition|:ssm:*:|AWS::AccountId|:parameter/backplane/layers/*");
    }

    @Test
    void writer_mayChangeParametersInTheRegionsOfTheStageOnly() {
        assertThat(grants(LIMITED, "LayerPointers", "ssm:"))
                .containsExactly(
                        "ssm:DeleteParameter ssm:GetParameters ssm:PutParameter on"
                                + " arn:|AWS::Partition|:ssm:eu-central-1:|AWS::AccountId|:parameter/team/dev/layers/*",
                        "ssm:DeleteParameter ssm:GetParameters ssm:PutParameter on"
                                + " arn:|AWS::Partition|:ssm:us-east-1:|AWS::AccountId|:parameter/team/dev/layers/*");
    }

    @Test
    void verification_mayReadLambdaAndRepairParametersInTheRegionOfTheStage() {
        assertThat(grants(ANYWHERE, "VerifyLayers", "ssm:", "lambda:"))
                .containsExactly(
                        "lambda:ListLayers on *",
                        "lambda:ListLayerVersions on"
                                + " arn:|AWS::Partition|:lambda:|AWS::Region|:|AWS::AccountId|:layer:*",
                        "ssm:DeleteParameter ssm:GetParameters ssm:PutParameter on"
                                + " arn:|AWS::Partition|:ssm:|AWS::Region|:|AWS::AccountId|:parameter/backplane/layers/*",
                        "ssm:GetParametersByPath on"
                                + " arn:|AWS::Partition|:ssm:|AWS::Region|:|AWS::AccountId|:parameter/backplane/layers");
    }

    @Test
    void verification_mayListLayersOfTheStagesRegionsAndNamesOnly() {
        assertThat(grants(LIMITED, "VerifyLayers", "lambda:ListLayerVersions"))
                .containsExactly(
                        "lambda:ListLayerVersions on"
                                + " arn:|AWS::Partition|:lambda:eu-central-1:|AWS::AccountId|:layer:team-*",
                        "lambda:ListLayerVersions on"
                                + " arn:|AWS::Partition|:lambda:us-east-1:|AWS::AccountId|:layer:team-*");
    }

    private static List<JsonNode> functions(TestApp app, String name) {
        return app.properties("Layers", "AWS::Lambda::Function").stream()
                .filter(function -> function.get("FunctionName").asText().equals("backplane-dev-" + name))
                .toList();
    }

    /** Returns the statements of a function with actions of some services, as actions and resource. */
    private static List<String> grants(TestApp app, String name, String... services) {
        String role = functions(app, name).getFirst().at("/Role/Fn::GetAtt/0").asText();
        return app.resource("Layers", role)
                .at("/Properties/Policies/0/PolicyDocument/Statement")
                .valueStream()
                .filter(statement -> List.of(services).stream()
                        .anyMatch(service -> actions(statement).startsWith(service)))
                .map(statement -> actions(statement) + " on " + resource(statement.get("Resource")))
                .toList();
    }

    private static String actions(JsonNode statement) {
        JsonNode actions = statement.get("Action");
        return actions.isTextual()
                ? actions.asText()
                : actions.valueStream().map(JsonNode::asText).collect(Collectors.joining(" "));
    }

    private static String resource(JsonNode resource) {
        return resource.isTextual()
                ? resource.asText()
                : resource.at("/Fn::Join/1")
                        .valueStream()
                        .map(part -> part.isTextual()
                                ? part.asText()
                                : "|" + part.get("Ref").asText() + "|")
                        .collect(Collectors.joining());
    }
}
