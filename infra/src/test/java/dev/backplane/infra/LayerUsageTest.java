package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayerUsageTest {

    private static final TestApp APP = TestApp.dev();
    private static final TestApp OFF = TestApp.withFewerParts();

    @ParameterizedTest
    @ValueSource(strings = {"LayerDeleter", "LayerExpiry", "LayerInventory"})
    void theFunctionsThatDependOnUsage_mayAskLambda(String function) {
        assertThat(actions(APP, function)).contains("lambda:ListFunctions", "lambda:ListAliases");
        assertThat(aliases(APP, function)).hasSize(1);
        // One statement for each region of the stage.
        assertThat(aliases(TestApp.configured(), function)).hasSize(2);
    }

    @Test
    void theInventory_isOfTheRegionOfTheStage_ifItNamesNone() {
        assertThat(aliases(APP, "LayerInventory").getFirst().toString()).contains("{\"Ref\":\"AWS::Region\"}");
        assertThat(aliases(APP, "LayerDeleter").getFirst().toString()).contains(":lambda:*:");
    }

    @Test
    void theInventory_isMadeEveryDay() {
        assertThat(APP.properties("Layers", "AWS::Events::Rule"))
                .filteredOn(rule -> rule.path("Name").asText().endsWith("-LayerInventory"))
                .singleElement()
                .satisfies(rule ->
                        assertThat(rule.get("ScheduleExpression").asText()).isEqualTo("rate(1 day)"));
    }

    @Test
    void withoutUsage_nothingAsksLambda_andTheRouteSaysSo() {
        assertThat(OFF.properties("Layers", "AWS::Lambda::Function"))
                .extracting(function -> function.get("FunctionName").asText())
                .contains("backplane-dev-LayerDeleter", "backplane-dev-LayerExpiry")
                .doesNotContain("backplane-dev-LayerInventory");
        assertThat(actions(OFF, "LayerDeleter"))
                .isNotEmpty()
                .doesNotContain("lambda:ListFunctions", "lambda:ListAliases");
        assertThat(actions(OFF, "LayerExpiry"))
                .isNotEmpty()
                .doesNotContain("lambda:ListFunctions", "lambda:ListAliases");
        assertThat(Stream.of("GetLayerUsage", "LayerDeleter", "LayerExpiry"))
                .allSatisfy(name -> assertThat(setting(OFF, name)).isEqualTo("off"))
                .allSatisfy(name -> assertThat(setting(APP, name)).isEmpty());
    }

    private static String setting(TestApp app, String name) {
        return app.properties("Layers", "AWS::Lambda::Function").stream()
                .filter(function -> function.get("FunctionName").asText().equals("backplane-dev-" + name))
                .findFirst()
                .orElseThrow()
                .at("/Environment/Variables/LAYER_USAGE")
                .asText();
    }

    private static Stream<JsonNode> statements(TestApp app, String function) {
        return app.resources("Layers", "AWS::IAM::Role").entrySet().stream()
                .filter(role -> role.getKey().startsWith(function))
                .flatMap(role -> role.getValue().at("/Properties/Policies").valueStream())
                .flatMap(policy -> policy.at("/PolicyDocument/Statement").valueStream());
    }

    private static List<String> actions(TestApp app, String function) {
        return statements(app, function)
                .map(statement -> statement.get("Action"))
                .flatMap(action -> action.isTextual() ? Stream.of(action) : action.valueStream())
                .map(JsonNode::asText)
                .toList();
    }

    private static List<JsonNode> aliases(TestApp app, String function) {
        return statements(app, function)
                .filter(statement -> statement.get("Action").asText().equals("lambda:ListAliases"))
                .map(statement -> statement.get("Resource"))
                .toList();
    }
}
