package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class GrantsTest {

    private static final TestApp APP = TestApp.dev();

    /** Statements that cannot name a resource: Lambda asks for the list of all streams before it reads one. */
    private static final List<String> WITHOUT_RESOURCE = List.of("dynamodb:ListStreams");

    @Test
    void statement_namesExactActions() {
        assertThat(allowing())
                .hasSizeGreaterThan(70)
                .allSatisfy(statement -> assertThat(texts(statement.get("Action")))
                        .isNotEmpty()
                        .allMatch(action -> action.matches("[a-z]+:[A-Za-z]+"), "no wildcard"));
    }

    @Test
    void statement_namesOneExactResource() {
        assertThat(allowing())
                .filteredOn(statement -> !isWithoutResource(statement) && !deletesLayers(statement))
                .allSatisfy(statement -> {
                    assertThat(statement.has("Resource")).isTrue();
                    assertThat(statement.get("Resource").isArray()).isFalse();
                    assertThat(statement.get("Resource").toString())
                            .as("an attribute of a resource, or a text built on one")
                            .containsAnyOf("Fn::GetAtt", "Fn::ImportValue")
                            .doesNotContain("*");
                });
    }

    @Test
    void statement_thatAllowsAnythingOnEverything_isOneOfTheReasonedFew() {
        assertThat(allowing())
                .filteredOn(statement -> statement.get("Resource").asText().equals("*"))
                .hasSize(5)
                .allSatisfy(
                        statement -> assertThat(isWithoutResource(statement)).isTrue());
    }

    @Test
    void layerDeleter_mayDeleteAnyLayerOfTheAccountAndNothingElseOfLambda() {
        assertThat(allowing())
                .filteredOn(statement -> statement.get("Action").toString().contains("lambda:"))
                .singleElement()
                .satisfies(statement -> {
                    assertThat(deletesLayers(statement)).isTrue();
                    assertThatJson(statement.get("Resource")).isEqualTo("""
                            {"Fn::Join": ["", [
                              "arn:", {"Ref": "AWS::Partition"}, ":lambda:*:", {"Ref": "AWS::AccountId"}, ":layer:*:*"
                            ]]}""");
                });
    }

    @Test
    void statement_neverInvertsActionsOrResources() {
        assertThat(allowing())
                .allSatisfy(statement -> assertThat(statement.has("NotAction") || statement.has("NotResource"))
                        .isFalse());
    }

    @ParameterizedTest
    @FieldSource("dev.backplane.infra.TestApp#SERVICES")
    void role_belongsToOneFunctionAndHasOnlyItsInlinePolicy(String stack) {
        List<String> roles = APP.properties(stack, "AWS::Lambda::Function").stream()
                .map(function -> function.at("/Role/Fn::GetAtt/0").asText())
                .toList();

        assertThat(roles).doesNotHaveDuplicates();
        assertThat(APP.resources(stack, "AWS::IAM::Role"))
                .containsOnlyKeys(roles)
                .allSatisfy((id, role) -> {
                    assertThat(role.get("Properties").has("ManagedPolicyArns")).isFalse();
                    assertThat(role.at("/Properties/Policies")).hasSize(1);
                });
        assertThat(APP.resources(stack, "AWS::IAM::Policy")).isEmpty();
        assertThat(APP.resources(stack, "AWS::IAM::ManagedPolicy")).isEmpty();
    }

    private static boolean deletesLayers(JsonNode statement) {
        return texts(statement.get("Action")).equals(List.of("lambda:DeleteLayerVersion"));
    }

    private static boolean isWithoutResource(JsonNode statement) {
        return texts(statement.get("Action")).equals(WITHOUT_RESOURCE);
    }

    /** Every statement of every role that allows something. */
    private static List<JsonNode> allowing() {
        List<JsonNode> statements = new ArrayList<>();
        for (String stack : TestApp.SERVICES) {
            for (JsonNode role : APP.properties(stack, "AWS::IAM::Role")) {
                role.at("/Policies/0/PolicyDocument/Statement").forEach(statements::add);
            }
        }
        return statements.stream()
                .filter(statement -> statement.get("Effect").asText().equals("Allow"))
                .toList();
    }

    private static List<String> texts(JsonNode oneOrMore) {
        Stream<JsonNode> nodes =
                oneOrMore.isArray() ? StreamSupport.stream(oneOrMore.spliterator(), false) : Stream.of(oneOrMore);
        return nodes.map(JsonNode::asText).toList();
    }
}
