package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The path of a removed row: from the bus by a rule to a queue, and to the function that deletes the layer. */
class LayerDeletionsTest {

    private static final TestApp APP = TestApp.dev();
    private static final String QUEUE = "backplane-dev-layer-deletions";
    private static final String DEAD_LETTERS = QUEUE + "-dead-letters";

    @Test
    void rule_waitsForRemovedLayersOnTheSuitesBus() {
        JsonNode rule = rule();

        assertThat(rule.at("/EventBusName/Fn::ImportValue").asText()).startsWith("Backplane-dev-Events:");
        assertThatJson(rule.get("EventPattern")).isEqualTo("""
                {"source": ["backplane.layers.stream"], "detail-type": ["REMOVE"], "detail": {"pk_type": ["lyr"]}}""");
    }

    @Test
    void rule_hasTheOneSourceThatTheForwarderNames() {
        assertThat(function("StreamForwarder")
                        .at("/Environment/Variables/STREAM_SOURCE")
                        .asText())
                .isEqualTo(rule().at("/EventPattern/source/0").asText());
    }

    @Test
    void rule_triesForHoursAndThenPutsTheEventAside() {
        JsonNode targets = rule().get("Targets");

        assertThat(targets).hasSize(1);
        assertThat(queueOf(targets.at("/0/Arn"))).isEqualTo(QUEUE);
        assertThat(queueOf(targets.at("/0/DeadLetterConfig/Arn"))).isEqualTo(DEAD_LETTERS);
        assertThat(targets.at("/0/RetryPolicy/MaximumEventAgeInSeconds").asInt())
                .isEqualTo(21_600);
        assertThat(targets.at("/0/RetryPolicy/MaximumRetryAttempts").asInt()).isEqualTo(185);
        assertThat(targets.at("/0").has("InputTransformer")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {QUEUE, DEAD_LETTERS})
    void queue_takesMessagesFromThatRuleOnly(String name) {
        List<JsonNode> allowing = policyOf(name)
                .at("/PolicyDocument/Statement")
                .valueStream()
                .filter(statement -> statement.get("Effect").asText().equals("Allow"))
                .toList();

        assertThat(allowing).singleElement().satisfies(statement -> {
            assertThat(statement.get("Action").asText()).isEqualTo("sqs:SendMessage");
            assertThat(statement.at("/Principal/Service").asText()).isEqualTo("events.amazonaws.com");
            assertThat(queueOf(statement.get("Resource"))).isEqualTo(name);
            assertThat(statement
                            .at("/Condition/ArnEquals/aws:SourceArn/Fn::GetAtt/0")
                            .asText())
                    .isIn(APP.resources("Layers", "AWS::Events::Rule").keySet());
        });
    }

    @Test
    void queue_deliversFiveTimesThenPutsTheMessageAside() {
        JsonNode queue = queue(QUEUE);

        assertThat(queue.at("/RedrivePolicy/maxReceiveCount").asInt()).isEqualTo(5);
        assertThat(queueOf(queue.at("/RedrivePolicy/deadLetterTargetArn"))).isEqualTo(DEAD_LETTERS);
    }

    @Test
    void deleter_knowsWhichDeliveryIsTheLast() {
        assertThat(function("LayerDeleter")
                        .at("/Environment/Variables/MAX_RECEIVES")
                        .asInt())
                .isEqualTo(queue(QUEUE).at("/RedrivePolicy/maxReceiveCount").asInt());
    }

    @Test
    void queue_hidesAMessageForSixTimesTheFunctionsTimeout() {
        assertThat(queue(QUEUE).get("VisibilityTimeout").asInt())
                .isEqualTo(6 * function("LayerDeleter").get("Timeout").asInt());
    }

    @Test
    void mapping_takesOneMessageAtATime() {
        JsonNode mapping = APP.mapping("Layers", "LayerDeleter");

        assertThat(queueOf(mapping.get("EventSourceArn"))).isEqualTo(QUEUE);
        assertThat(mapping.get("BatchSize").asInt()).isEqualTo(1);
        assertThat(mapping.at("/ScalingConfig/MaximumConcurrency").asInt()).isEqualTo(5);
        assertThat(mapping.at("/FunctionResponseTypes/0").asText()).isEqualTo("ReportBatchItemFailures");
        assertThat(mapping.has("FilterCriteria")).isFalse();
    }

    @Test
    void deleter_withoutLimits_mayDeleteAnyLayerOfTheAccount() {
        assertThat(deletableLayers(APP))
                .containsExactly("arn:|Ref AWS::Partition|:lambda:*:|Ref AWS::AccountId|:layer:*:*");
    }

    @Test
    void deleter_mayDeleteLayersWithinTheLimitsOfTheStageOnly() {
        TestApp limited = TestApp.configured();

        assertThat(deletableLayers(limited))
                .containsExactly(
                        "arn:|Ref AWS::Partition|:lambda:eu-central-1:|Ref AWS::AccountId|:layer:team-*:*",
                        "arn:|Ref AWS::Partition|:lambda:us-east-1:|Ref AWS::AccountId|:layer:team-*:*");
        assertThat(limited.properties("Layers", "AWS::Lambda::Function"))
                .filteredOn(function -> function.get("FunctionName").asText().endsWith("RegisterLayer"))
                .singleElement()
                .satisfies(function -> assertThatJson(function.at("/Environment/Variables"))
                        .isObject()
                        .containsEntry("LAYER_NAME_PREFIX", "team-")
                        .containsEntry("LAYER_REGIONS", "eu-central-1,us-east-1"));
    }

    /** Returns the ARNs on which a policy allows deletion, with references between bars. */
    private static List<String> deletableLayers(TestApp app) {
        return app.properties("Layers", "AWS::IAM::Role").stream()
                .flatMap(role -> role.get("Policies").valueStream())
                .flatMap(policy -> policy.at("/PolicyDocument/Statement").valueStream())
                .filter(statement -> statement.get("Action").asText().equals("lambda:DeleteLayerVersion"))
                .map(statement -> statement.at("/Resource/Fn::Join/1").valueStream())
                .map(parts -> parts.map(part -> part.isTextual()
                                ? part.asText()
                                : "|Ref " + part.get("Ref").asText() + "|")
                        .collect(Collectors.joining()))
                .toList();
    }

    private static JsonNode rule() {
        return APP.eventRule("Layers");
    }

    private static JsonNode function(String name) {
        return APP.properties("Layers", "AWS::Lambda::Function").stream()
                .filter(function -> function.get("FunctionName").asText().equals("backplane-dev-" + name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode queue(String name) {
        return APP.properties("Layers", "AWS::SQS::Queue").stream()
                .filter(queue -> queue.get("QueueName").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode policyOf(String queueName) {
        return APP.properties("Layers", "AWS::SQS::QueuePolicy").stream()
                .filter(policy -> APP.resource(
                                "Layers", policy.at("/Queues/0/Ref").asText())
                        .at("/Properties/QueueName")
                        .asText()
                        .equals(queueName))
                .findFirst()
                .orElseThrow();
    }

    private static String queueOf(JsonNode arn) {
        return APP.resource("Layers", arn.at("/Fn::GetAtt/0").asText())
                .at("/Properties/QueueName")
                .asText();
    }
}
