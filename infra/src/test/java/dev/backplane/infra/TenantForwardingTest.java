package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule and the function that forward events to tenants. */
class TenantForwardingTest {

    private static final String QUEUE = "backplane-dev-tenant-forwarding";

    private static List<JsonNode> named(TestApp app, String type, String property, String name) {
        return app.properties("Tenants", type).stream()
                .filter(properties -> properties.path(property).asText().equals(name))
                .toList();
    }

    @Test
    void stage_withoutPrefixes_forwardsNothing() {
        assertThat(named(TestApp.dev(), "AWS::Events::Rule", "Name", QUEUE)).isEmpty();
        assertThat(named(TestApp.dev(), "AWS::Lambda::Function", "FunctionName", "backplane-dev-ForwardEvent"))
                .isEmpty();
    }

    @Test
    void rule_matchesEventsWithATenantAndOneOfThePrefixes() {
        assertThatJson(named(TestApp.configured(), "AWS::Events::Rule", "Name", QUEUE)
                        .getFirst()
                        .path("EventPattern"))
                .isEqualTo("{'detail-type':[{prefix:'Order'},{prefix:'Invoice'}],detail:{tenantId:[{exists:true}]}}");
    }

    @Test
    void messages_areProcessedTenAtATime_andDeadLettersAreKeptAfterFiveDeliveries() {
        assertThat(named(TestApp.configured(), "AWS::SQS::Queue", "QueueName", QUEUE)
                        .getFirst()
                        .at("/RedrivePolicy/maxReceiveCount")
                        .asInt())
                .isEqualTo(5);
        assertThat(TestApp.configured().properties("Tenants", "AWS::Lambda::EventSourceMapping"))
                .filteredOn(mapping -> mapping.path("BatchSize").asInt() == 10)
                .singleElement()
                .satisfies(mapping ->
                        assertThatJson(mapping.path("FunctionResponseTypes")).isEqualTo("['ReportBatchItemFailures']"));
    }
}
