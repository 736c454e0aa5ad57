package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static net.javacrumbs.jsonunit.core.ConfigurationWhen.paths;
import static net.javacrumbs.jsonunit.core.ConfigurationWhen.then;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import net.javacrumbs.jsonunit.core.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeploymentsTablesTest {

    @ParameterizedTest
    @ValueSource(strings = {"DeploymentTable", "AliasTable"})
    void table_hasExactlyTheKeysIndexesAndProtectionOfItsDescription(String table) throws IOException {
        assertThatJson(table(table).get("Properties"))
                .when(
                        paths("AttributeDefinitions", "GlobalSecondaryIndexes[*].Projection.NonKeyAttributes"),
                        then(Option.IGNORING_ARRAY_ORDER))
                .isEqualTo(description(table));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DeploymentTable", "AliasTable"})
    void table_outlivesItsStackAndItsReplacement(String table) {
        assertThat(table(table).get("DeletionPolicy").asText()).isEqualTo("Retain");
        assertThat(table(table).get("UpdateReplacePolicy").asText()).isEqualTo("Retain");
    }

    @Test
    void stack_hasNoOtherTable() {
        assertThat(TestApp.dev().resources("Deployments", "AWS::DynamoDB::Table"))
                .hasSize(2);
    }

    private static JsonNode table(String name) {
        return TestApp.dev().resources("Deployments", "AWS::DynamoDB::Table").values().stream()
                .filter(table -> table.at("/Properties/TableName").asText().equals("backplane-dev-" + name))
                .findFirst()
                .orElseThrow();
    }

    private static String description(String table) throws IOException {
        try (InputStream file = DeploymentsTablesTest.class.getResourceAsStream("/tables/" + table + ".json")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
