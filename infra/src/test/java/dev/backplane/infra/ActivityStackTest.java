package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way of an event: from the bus by a rule to the function that records it, or to the queue of failures. */
class ActivityStackTest {

    private static final TestApp APP = TestApp.dev();
    private static final String FAILURES = "backplane-dev-activity-failures";

    @Test
    void rule_waitsForDomainEventsOnTheSuitesBus() {
        JsonNode rule = APP.eventRule("Activity", "RecordActivity");

        assertThat(rule.at("/EventBusName/Fn::ImportValue").asText()).startsWith("Backplane-dev-Events:");
        assertThatJson(rule.get("EventPattern")).isEqualTo("""
                {
                  "source": [{"prefix": "backplane."}],
                  "detail-type": [{"anything-but": ["INSERT", "MODIFY", "REMOVE"]}]
                }""");
    }

    @Test
    void rule_callsTheLiveFunctionForHours_andThenPutsTheEventAside() {
        JsonNode targets = APP.eventRule("Activity", "RecordActivity").get("Targets");

        assertThat(targets).hasSize(1);
        assertThat(targets.at("/0/Arn/Ref").asText()).startsWith("RecordActivityLive");
        assertThat(queueOf(targets.at("/0/DeadLetterConfig/Arn"))).isEqualTo(FAILURES);
        assertThat(targets.at("/0/RetryPolicy/MaximumEventAgeInSeconds").asInt())
                .isEqualTo(21_600);
        assertThat(targets.at("/0/RetryPolicy/MaximumRetryAttempts").asInt()).isEqualTo(185);
        assertThat(targets.at("/0").has("InputTransformer")).isFalse();
    }

    @Test
    void permission_letsTheRuleCallTheFunction() {
        assertThat(APP.properties("Activity", "AWS::Lambda::Permission"))
                .filteredOn(permission -> permission.get("Principal").asText().equals("events.amazonaws.com"))
                .hasSize(2)
                .anyMatch(permission ->
                        permission.at("/FunctionName/Ref").asText().startsWith("EraseActivityLive"))
                .filteredOn(permission ->
                        permission.at("/FunctionName/Ref").asText().startsWith("RecordActivityLive"))
                .singleElement()
                .satisfies(permission -> {
                    assertThat(permission.at("/SourceArn/Fn::GetAtt/0").asText())
                            .isIn(APP.resources("Activity", "AWS::Events::Rule").keySet());
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"RecordActivity", "EraseActivity"})
    void function_putsWhatItFailsAtIntoTheSameQueue(String name) {
        JsonNode function = APP.properties("Activity", "AWS::Lambda::Function").stream()
                .filter(each -> each.get("FunctionName").asText().equals("backplane-dev-" + name))
                .findFirst()
                .orElseThrow();

        assertThat(queueOf(function.at("/DeadLetterConfig/TargetArn"))).isEqualTo(FAILURES);
    }

    @Test
    void queue_takesMessagesFromTheRulesOnly() {
        List<JsonNode> allowing = APP.properties("Activity", "AWS::SQS::QueuePolicy").stream()
                .flatMap(policy -> policy.at("/PolicyDocument/Statement").valueStream())
                .filter(statement -> statement.get("Effect").asText().equals("Allow"))
                .toList();

        assertThat(allowing).hasSize(2).allSatisfy(statement -> {
            assertThat(statement.get("Action").asText()).isEqualTo("sqs:SendMessage");
            assertThat(statement
                            .at("/Condition/ArnEquals/aws:SourceArn/Fn::GetAtt/0")
                            .asText())
                    .isIn(APP.resources("Activity", "AWS::Events::Rule").keySet());
        });
    }

    private static String queueOf(JsonNode arn) {
        return APP.resource("Activity", arn.at("/Fn::GetAtt/0").asText())
                .at("/Properties/QueueName")
                .asText();
    }
}
