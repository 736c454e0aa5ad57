package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the tenant template. */
class TenantTemplateTest {

    private static TenantTemplate template;
    private static JsonNode json;

    @BeforeAll
    static void synthesize() throws Exception {
        template = TenantTemplate.synthesize();
        json = new JsonMapper().readTree(template.text());
    }

    @Test
    void template_isMadeOfFiveResourcesAndAsksForFourParameters() {
        assertThat(json.get("Resources").properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder(
                        "DeadLetters", "DeadLettersNotEmpty", "InboundQueue", "InboundQueueAge", "TenantRecord");
        assertThat(json.get("Parameters").properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder("TenantId", "StackVersion", "Execution", "MetadataFunctionArn");
        assertThat(json.get("Outputs").properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder("InboundQueueArn", "InboundQueueUrl");
        assertThat(json.properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder("Description", "Parameters", "Resources", "Outputs");
    }

    @Test
    void queue_isEncryptedKeepsMessagesForTwoWeeksAndGivesUpAfterTenReceives() {
        assertThatJson(json.at("/Resources/InboundQueue")).isEqualTo("""
                {
                  "Type": "AWS::SQS::Queue",
                  "Properties": {
                    "QueueName": {"Fn::Join": ["", [{"Ref": "AWS::StackName"}, "-inbound"]]},
                    "SqsManagedSseEnabled": true,
                    "MessageRetentionPeriod": 1209600,
                    "VisibilityTimeout": 900,
                    "RedrivePolicy": {
                      "deadLetterTargetArn": {"Fn::GetAtt": ["DeadLetters", "Arn"]}, "maxReceiveCount": 10
                    }
                  },
                  "DependsOn": ["DeadLettersNotEmpty"]
                }""");
    }

    @Test
    void deadLetters_haveAQueueOfTheTenantWithAnAlarm() {
        assertThatJson(json.at("/Resources/DeadLetters")).isEqualTo("""
                {
                  "Type": "AWS::SQS::Queue",
                  "Properties": {
                    "QueueName": {"Fn::Join": ["", [{"Ref": "AWS::StackName"}, "-dlq"]]},
                    "SqsManagedSseEnabled": true,
                    "MessageRetentionPeriod": 1209600
                  }
                }""");
        JsonNode alarm = json.at("/Resources/DeadLettersNotEmpty/Properties");
        assertThat(alarm.get("MetricName").asText()).isEqualTo("ApproximateNumberOfMessagesVisible");
        assertThat(alarm.get("Threshold").asInt()).isEqualTo(1);
        assertThatJson(alarm.get("Dimensions")).isEqualTo("""
                [{"Name": "QueueName", "Value": {"Fn::GetAtt": ["DeadLetters", "QueueName"]}}]""");
        assertThatJson(alarm.get("AlarmName")).isEqualTo("""
                {"Fn::Join": ["", [{"Ref": "AWS::StackName"}, "-dlq"]]}""");
    }

    @Test
    void alarm_tellsOfMessagesThatNobodyReceivedForSixHours() {
        JsonNode alarm = json.at("/Resources/InboundQueueAge/Properties");

        assertThat(alarm.get("MetricName").asText()).isEqualTo("ApproximateAgeOfOldestMessage");
        assertThat(alarm.get("Statistic").asText()).isEqualTo("Maximum");
        assertThat(alarm.get("ComparisonOperator").asText()).isEqualTo("GreaterThanOrEqualToThreshold");
        assertThat(alarm.get("Threshold").asInt()).isEqualTo(21_600);
        assertThat(alarm.get("TreatMissingData").asText()).isEqualTo("notBreaching");
        assertThatJson(alarm.get("Dimensions")).isEqualTo("""
                [{"Name": "QueueName", "Value": {"Fn::GetAtt": ["InboundQueue", "QueueName"]}}]""");
        assertThatJson(alarm.get("AlarmName")).isEqualTo("""
                {"Fn::Join": ["", [{"Ref": "AWS::StackName"}, "-inbound-age"]]}""");
    }

    @ParameterizedTest
    @CsvSource({
        "InboundQueueAge, Inbound queue age, inbound-queue-age",
        "DeadLettersNotEmpty, Tenant dead letters not empty, tenant-dead-letters-not-empty"
    })
    void alarm_namesAHeadingOfARunbook(String alarm, String heading, String anchor) throws Exception {
        String description =
                json.at("/Resources/" + alarm + "/Properties/AlarmDescription").asText();
        String[] link = description
                .substring(description.indexOf("Runbook: ") + "Runbook: ".length())
                .split("#", 2);
        Path page = TestApp.ROOT.resolve(link[0]);

        assertThat(Files.readAllLines(page)).contains("## " + heading);
        assertThat(link[1]).isEqualTo(anchor);
    }

    @Test
    void record_isWrittenLastAndDoesNotKeepCloudFormationWaiting() {
        assertThatJson(json.at("/Resources/TenantRecord")).isEqualTo("""
                {
                  "Type": "Custom::TenantRecord",
                  "Properties": {
                    "ServiceToken": {"Ref": "MetadataFunctionArn"},
                    "ServiceTimeout": 600,
                    "TenantId": {"Ref": "TenantId"},
                    "StackVersion": {"Ref": "StackVersion"},
                    "Execution": {"Ref": "Execution"},
                    "InboundQueueArn": {"Fn::GetAtt": ["InboundQueue", "Arn"]},
                    "InboundQueueUrl": {"Ref": "InboundQueue"},
                    "DeadLetterQueueArn": {"Fn::GetAtt": ["DeadLetters", "Arn"]},
                    "DeadLetterQueueUrl": {"Ref": "DeadLetters"}
                  },
                  "DependsOn": ["InboundQueue", "InboundQueueAge"]
                }""");
    }

    @Test
    void text_isTheSameInEveryRun() {
        assertThat(TenantTemplate.synthesize()).isEqualTo(template);
        assertThat(template.hash()).matches("[0-9a-f]{64}");
    }
}
