package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamMappingsTest {

    private static final TestApp APP = TestApp.dev();

    @ParameterizedTest
    @CsvSource({"Deployments, 4", "Layers, 2", "Tenants, 0", "Pool, 2", "Userdata, 2", "Activity, 0"})
    void stack_hasOneMappingAStreamFunction(String stack, int functions) {
        assertThat(APP.properties(stack, "AWS::Lambda::EventSourceMapping"))
                .filteredOn(mapping -> mapping.has("StartingPosition"))
                .hasSize(functions);
    }

    @ParameterizedTest
    @CsvSource({
        "Deployments, DeploymentStream, DeploymentTable",
        "Deployments, AliasStream, AliasTable",
        "Deployments, AliasSync, DeploymentTable",
        "Layers, LayerStream, LayerTable",
        "Layers, StreamForwarder, LayerTable",
        "Pool, PoolStream, PoolTable",
        "Pool, AccountHistory, PoolTable",
        "Userdata, ChangeStream, appChanges",
        "Userdata, JobStream, dataJobs"
    })
    void mapping_readsAllOfItsTablesStreamAndPutsFailuresAside(String stack, String function, String table) {
        JsonNode mapping = APP.mapping(stack, function);

        assertThat(mapping.at("/EventSourceArn/Fn::GetAtt/0").asText()).startsWith(table);
        assertThat(mapping.at("/EventSourceArn/Fn::GetAtt/1").asText()).isEqualTo("StreamArn");
        assertThat(mapping.get("StartingPosition").asText()).isEqualTo("TRIM_HORIZON");
        assertThat(mapping.get("BatchSize").asInt()).isEqualTo(100);
        assertThat(mapping.get("BisectBatchOnFunctionError").asBoolean()).isTrue();
        assertThat(mapping.get("MaximumRetryAttempts").asInt())
                .as("without end: the age decides")
                .isEqualTo(-1);
        assertThat(mapping.get("MaximumRecordAgeInSeconds").asInt()).isEqualTo(21_600);
        assertThat(mapping.at("/FunctionResponseTypes/0").asText()).isEqualTo("ReportBatchItemFailures");
        String destination = mapping.at("/DestinationConfig/OnFailure/Destination/Fn::GetAtt/0")
                .asText();
        assertThat(APP.resource(stack, destination).at("/Properties/QueueName").asText())
                .endsWith("-failures");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deployments", "Layers"})
    void queue_isEncryptedAndRefusesPlainHttp(String stack) {
        assertThat(APP.resources(stack, "AWS::SQS::Queue")).isNotEmpty().allSatisfy((id, queue) -> {
            assertThat(queue.at("/Properties/SqsManagedSseEnabled").asBoolean()).isTrue();
            assertThat(APP.properties(stack, "AWS::SQS::QueuePolicy"))
                    .filteredOn(policy -> policy.at("/Queues/0/Ref").asText().equals(id))
                    .singleElement()
                    .satisfies(policy -> assertThat(policy.at("/PolicyDocument/Statement"))
                            .anySatisfy(StreamMappingsTest::deniesPlainHttp));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deployments", "Layers"})
    void queue_keepsMessagesForTwoWeeks(String stack) {
        assertThat(APP.properties(stack, "AWS::SQS::Queue"))
                .isNotEmpty()
                .allSatisfy(queue ->
                        assertThat(queue.get("MessageRetentionPeriod").asInt()).isEqualTo(14 * 24 * 60 * 60));
    }

    private static void deniesPlainHttp(JsonNode statement) {
        assertThat(statement.get("Effect").asText()).isEqualTo("Deny");
        assertThat(statement.at("/Condition/Bool/aws:SecureTransport").asText()).isEqualTo("false");
    }
}
