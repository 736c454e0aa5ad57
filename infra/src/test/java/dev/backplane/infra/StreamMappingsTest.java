package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamMappingsTest {

    private static final TestApp APP = TestApp.dev();

    @Test
    void stack_hasOneMappingAStreamFunction() {
        assertThat(APP.resources("Deployments", "AWS::Lambda::EventSourceMapping"))
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"DeploymentStream, DeploymentTable", "AliasStream, AliasTable", "AliasSync, DeploymentTable"})
    void mapping_readsAllOfItsTablesStreamAndPutsFailuresAside(String function, String table) {
        JsonNode mapping = mapping(function);

        assertThat(mapping.at("/EventSourceArn/Fn::GetAtt/0").asText()).startsWith(table);
        assertThat(mapping.at("/EventSourceArn/Fn::GetAtt/1").asText()).isEqualTo("StreamArn");
        assertThat(mapping.get("StartingPosition").asText()).isEqualTo("TRIM_HORIZON");
        assertThat(mapping.get("BatchSize").asInt()).isEqualTo(100);
        assertThat(mapping.get("BisectBatchOnFunctionError").asBoolean()).isTrue();
        assertThat(mapping.get("MaximumRetryAttempts").asInt()).isEqualTo(10);
        assertThat(mapping.get("MaximumRecordAgeInSeconds").asInt()).isEqualTo(21_600);
        assertThat(mapping.at("/FunctionResponseTypes/0").asText()).isEqualTo("ReportBatchItemFailures");
        assertThat(mapping.at("/DestinationConfig/OnFailure/Destination/Fn::GetAtt/0")
                        .asText())
                .isIn(APP.resources("Deployments", "AWS::SQS::Queue").keySet());
    }

    @Test
    void deploymentStream_seesEveryRecord() {
        assertThat(mapping("DeploymentStream").has("FilterCriteria")).isFalse();
    }

    @Test
    void aliasStream_seesRouteRowsOnly() {
        assertThatJson(pattern("AliasStream")).isEqualTo("{\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":[\"ROUTES\"]}}}}");
    }

    @Test
    void aliasSync_seesChangesOnly() {
        assertThatJson(pattern("AliasSync")).isEqualTo("{\"eventName\":[\"MODIFY\"]}");
    }

    @Test
    void failureQueue_isEncryptedAndKeepsNotesForTwoWeeks() {
        assertThat(APP.properties("Deployments", "AWS::SQS::Queue"))
                .singleElement()
                .satisfies(queue -> {
                    assertThat(queue.get("SqsManagedSseEnabled").asBoolean()).isTrue();
                    assertThat(queue.get("MessageRetentionPeriod").asInt()).isEqualTo(14 * 24 * 60 * 60);
                });
    }

    private static String pattern(String function) {
        JsonNode filters = mapping(function).at("/FilterCriteria/Filters");
        assertThat(filters).hasSize(1);
        return filters.at("/0/Pattern").asText();
    }

    private static JsonNode mapping(String function) {
        return APP.properties("Deployments", "AWS::Lambda::EventSourceMapping").stream()
                .filter(mapping -> mapping.at("/FunctionName/Ref").asText().startsWith(function + "Live"))
                .findFirst()
                .orElseThrow();
    }
}
