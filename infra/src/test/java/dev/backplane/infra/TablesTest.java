package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static net.javacrumbs.jsonunit.core.ConfigurationWhen.paths;
import static net.javacrumbs.jsonunit.core.ConfigurationWhen.then;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import net.javacrumbs.jsonunit.core.Option;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TablesTest {

    static List<Arguments> tables() {
        return List.of(
                Arguments.of("Deployments", "DeploymentTable"),
                Arguments.of("Deployments", "AliasTable"),
                Arguments.of("Deployments", "ProjectTable"),
                Arguments.of("Layers", "LayerTable"),
                Arguments.of("Tenants", "TenantTable"),
                Arguments.of("Pool", "PoolTable"),
                Arguments.of("Userdata", "calculatedBehavior"),
                Arguments.of("Userdata", "apps"),
                Arguments.of("Userdata", "appDataJson"),
                Arguments.of("Userdata", "appDataBlob"),
                Arguments.of("Userdata", "appUsage"),
                Arguments.of("Userdata", "appChanges"),
                Arguments.of("Userdata", "dataJobs"),
                Arguments.of("Activity", "Activity"));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void table_hasExactlyTheKeysIndexesAndProtectionOfItsDescription(String stack, String table) throws IOException {
        assertThatJson(table(stack, table).get("Properties"))
                .when(
                        paths("AttributeDefinitions", "GlobalSecondaryIndexes[*].Projection.NonKeyAttributes"),
                        then(Option.IGNORING_ARRAY_ORDER))
                .isEqualTo(description(table));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void table_outlivesItsStackAndItsReplacement(String stack, String table) {
        assertThat(table(stack, table).get("DeletionPolicy").asText()).isEqualTo("Retain");
        assertThat(table(stack, table).get("UpdateReplacePolicy").asText()).isEqualTo("Retain");
    }

    @ParameterizedTest
    @MethodSource("tables")
    void table_withALimit_hasItAndSoHasEachIndex(String stack, String table) {
        JsonNode properties = TestApp.configured().properties(stack, "AWS::DynamoDB::Table").stream()
                .filter(each -> each.get("TableName").asText().equals("backplane-dev-" + table))
                .findFirst()
                .orElseThrow();
        String limit = "{\"MaxReadRequestUnits\": 400, \"MaxWriteRequestUnits\": 200}";

        assertThatJson(properties.get("OnDemandThroughput")).isEqualTo(limit);
        assertThat(properties.path("GlobalSecondaryIndexes").valueStream())
                .allSatisfy(
                        index -> assertThatJson(index.get("OnDemandThroughput")).isEqualTo(limit));
    }

    @ParameterizedTest
    @CsvSource({"Deployments, 3", "Layers, 1", "Tenants, 1", "Pool, 1", "Userdata, 7", "Activity, 1"})
    void stack_hasNoOtherTable(String stack, int tables) {
        assertThat(TestApp.dev().resources(stack, "AWS::DynamoDB::Table")).hasSize(tables);
    }

    private static JsonNode table(String stack, String name) {
        return TestApp.dev().resources(stack, "AWS::DynamoDB::Table").values().stream()
                .filter(table -> table.at("/Properties/TableName").asText().equals("backplane-dev-" + name))
                .findFirst()
                .orElseThrow();
    }

    private static String description(String table) throws IOException {
        try (InputStream file = TablesTest.class.getResourceAsStream("/tables/" + table + ".json")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
