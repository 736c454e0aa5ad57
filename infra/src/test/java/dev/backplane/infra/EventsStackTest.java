package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EventsStackTest {

    private static final TestApp APP = TestApp.dev();

    @Test
    void bus_isNamedAfterTheStage() {
        assertThat(only("AWS::Events::EventBus").get("Name").asText()).isEqualTo("backplane-dev");
    }

    @Test
    void bus_logsErrorsWithoutEventsToAGroupOfItsOwn() {
        assertThatJson(only("AWS::Events::EventBus").get("LogConfig")).isEqualTo("""
                {"Level": "ERROR", "IncludeDetail": "NONE"}""");
        assertThat(only("AWS::Logs::DeliverySource").get("LogType").asText()).isEqualTo("ERROR_LOGS");
        String group = only("AWS::Logs::DeliveryDestination")
                .at("/DestinationResourceArn/Fn::GetAtt/0")
                .asText();
        assertThat(APP.resource("Events", group).at("/Properties/LogGroupName").asText())
                .isEqualTo("/aws/vendedlogs/backplane-dev-bus-errors");
        assertThat(only("AWS::Logs::Delivery").at("/DeliverySourceName/Ref").asText())
                .isEqualTo("ErrorSource");
    }

    @Test
    void rule_logsEveryDomainEventOfTheSuite() {
        JsonNode rule = only("AWS::Events::Rule");
        JsonNode arn = rule.at("/Targets/0/Arn/Fn::Join/1");
        JsonNode log =
                APP.resource("Events", arn.path(arn.size() - 1).path("Ref").asText());

        assertThatJson(rule.get("EventPattern")).isEqualTo("""
                        {"source": [{"prefix": "backplane."}], "detail": {"eventId": [{"exists": true}]}}""");
        assertThat(arn.path(arn.size() - 2).asText()).isEqualTo(":log-group:");
        assertThat(log.at("/Properties/LogGroupName").asText()).isEqualTo("/backplane/dev/events");
        assertThat(log.at("/Properties/RetentionInDays").asInt()).isEqualTo(14);
    }

    @Test
    void policy_letsThatRuleWriteToThatLogGroup() throws IOException {
        JsonNode statements = new JsonMapper().readTree(policyText()).get("Statement");

        assertThat(statements).hasSize(2).allSatisfy(statement -> {
            assertThat(statement.get("Resource").asText()).startsWith("Log").endsWith(".Arn");
            assertThat(statement.at("/Principal/Service").valueStream().map(JsonNode::asText))
                    .containsExactly("events.amazonaws.com", "delivery.logs.amazonaws.com");
        });
        assertThat(statements.at("/0/Action").asText()).isEqualTo("logs:CreateLogStream");
        assertThat(statements.at("/1/Action").asText()).isEqualTo("logs:PutLogEvents");
        assertThat(statements.at("/1/Condition/ArnEquals/aws:SourceArn").asText())
                .isEqualTo("LogRule.Arn");
    }

    @Test
    void stack_bringsNoFunction() {
        assertThat(APP.resources("Events", "AWS::Lambda::Function")).isEmpty();
    }

    @Test
    void publishers_putEventsOnThisBusOnly() {
        List<JsonNode> grants = TestApp.SERVICES.stream()
                .flatMap(stack -> APP.properties(stack, "AWS::IAM::Role").stream())
                .flatMap(role -> role.at("/Policies/0/PolicyDocument/Statement").valueStream())
                .filter(statement -> statement.get("Action").asText().equals("events:PutEvents"))
                .toList();

        assertThat(grants)
                .hasSize(13)
                .allSatisfy(grant -> assertThat(
                                grant.at("/Resource/Fn::ImportValue").asText())
                        .startsWith("Backplane-dev-Events:"));
    }

    /** Returns the policy text with references as {@code Id.Attribute}. */
    private static String policyText() {
        return only("AWS::Logs::ResourcePolicy")
                .at("/PolicyDocument/Fn::Join/1")
                .valueStream()
                .map(part -> part.isTextual()
                        ? part.asText()
                        : part.at("/Fn::GetAtt/0").asText() + "."
                                + part.at("/Fn::GetAtt/1").asText())
                .collect(Collectors.joining());
    }

    private static JsonNode only(String type) {
        List<JsonNode> properties = APP.properties("Events", type);
        assertThat(properties).hasSize(1);
        return properties.getFirst();
    }
}
