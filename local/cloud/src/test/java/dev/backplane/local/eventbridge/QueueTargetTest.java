package dev.backplane.local.eventbridge;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.cloudwatch.LogGroupKind;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.engines.QueueEngine;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.sqs.QueueKind;
import dev.backplane.local.sqs.Queues;
import dev.backplane.local.testing.Assembly;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests rules that deliver to queues of a real engine. */
final class QueueTargetTest {

    private static final String RULE_ARN = "arn:aws:events:us-east-1:000000000000:rule/things/made";
    private static final String JOBS_ARN = "arn:aws:sqs:us-east-1:000000000000:jobs";

    private static QueueEngine engine;
    private static EngineHttpClient http;
    private static Engine sqs;

    @TempDir
    private Path folder;

    private record World(Iam iam, EventBuses buses) {}

    @BeforeAll
    static void startEngine() {
        engine = QueueEngine.inMemory(Account.REGION, Account.ID);
        http = new EngineHttpClient();
        sqs = new Engine(http, engine.endpoint(), "AmazonSQS");
    }

    @AfterAll
    static void stopEngine() {
        http.close();
        engine.close();
    }

    @Test
    void deliver_sendsTheWholeEvent() {
        World world = world(TemplateEdit.NONE);

        JsonNode event = publish(world);

        assertThatJson(receive("jobs").orElseThrow().path("Body").asText()).isEqualTo(event.toString());
        assertThat(receive("lost")).isEmpty();
        assertThat(world.iam().denials()).isEmpty();
        assertThat(world.iam().unusedGrants())
                .singleElement()
                .satisfies(grant -> assertThat(grant.policy()).contains("LostPolicy"));
    }

    @Test
    void deliver_whenThePolicyIsForAnotherRule_goesToTheDeadLetters() {
        World world = world((stack, template) -> ((ObjectNode)
                        template.at("/Resources/JobsPolicy/Properties/PolicyDocument/Statement/0/Condition/ArnEquals"))
                .put("aws:SourceArn", RULE_ARN + "-not"));

        JsonNode event = publish(world);

        assertThat(receive("jobs")).isEmpty();
        JsonNode message = receive("lost").orElseThrow();
        assertThatJson(message.path("Body").asText()).isEqualTo(event.toString());
        assertThat(attribute(message, "RULE_ARN")).isEqualTo(RULE_ARN);
        assertThat(attribute(message, "TARGET_ARN")).isEqualTo(JOBS_ARN);
        assertThat(attribute(message, "ERROR_CODE")).isEqualTo("NO_PERMISSIONS");
        assertThat(attribute(message, "ERROR_MESSAGE"))
                .contains(
                        "events.amazonaws.com is not authorized to perform: sqs:SendMessage on resource: " + JOBS_ARN);
        assertThat(message.path("MessageAttributes").has("EXHAUSTED_RETRY_CONDITION"))
                .isFalse();
    }

    @Test
    void deliver_whenTheDeadLettersHaveNoPolicyEither_losesTheEvent() {
        World world = world((stack, template) -> {
            template.withObject("/Resources").remove("JobsPolicy");
            template.withObject("/Resources").remove("LostPolicy");
        });

        publish(world);

        assertThat(receive("jobs")).isEmpty();
        assertThat(receive("lost")).isEmpty();
        assertThat(world.iam().denials()).hasSize(2);
    }

    @Test
    void deliver_whenTheQueueIsGone_goesToTheDeadLettersWithoutARetry() {
        World world = world(TemplateEdit.NONE);
        sqs.call("DeleteQueue", JsonNodeFactory.instance.objectNode().put("QueueUrl", Queues.url("jobs")));

        publish(world);

        assertThat(attribute(receive("lost").orElseThrow(), "ERROR_CODE")).isEqualTo("NO_RESOURCE");
    }

    @Test
    void of_whenTheTemplateAsksForMoreThanIsKnown_refusesToStart() {
        assertThatThrownBy(() -> world(target("InputPath", "$.detail")))
                .hasMessageContaining("property Targets.InputPath is not supported by the local cloud");
        assertThatThrownBy(() ->
                        world((stack, template) -> ((ObjectNode) template.at("/Resources/Rule/Properties/Targets/0"))
                                .putObject("InputTransformer")
                                .put("InputTemplate", "x")))
                .hasMessageContaining("property Targets.InputTransformer is not supported by the local cloud");
        assertThatThrownBy(() -> world((stack, template) -> ((ObjectNode)
                                template.at("/Resources/Rule/Properties/Targets/0/RetryPolicy"))
                        .put("MaximumEventAgeInSeconds", 59)))
                .hasMessageContaining("maximum event age 59 is not from 60 to 86400 s");
        assertThatThrownBy(() -> world((stack, template) -> ((ObjectNode)
                                template.at("/Resources/Rule/Properties/Targets/0/DeadLetterConfig"))
                        .put("Arn", JOBS_ARN + "-not")))
                .hasMessageContaining("Rule (AWS::Events::Rule): there is no queue " + JOBS_ARN + "-not");
    }

    @Test
    void of_whenAQueuePolicyNamesAnotherQueue_refusesToStart() {
        assertThatThrownBy(() -> world((stack, template) -> ((ObjectNode)
                                template.at("/Resources/JobsPolicy/Properties/PolicyDocument/Statement/0"))
                        .put("Resource", "*")))
                .hasMessageContaining("policy resource * is not one of the policy's queues");
    }

    private static TemplateEdit target(String property, String value) {
        return (stack, template) ->
                ((ObjectNode) template.at("/Resources/Rule/Properties/Targets/0")).put(property, value);
    }

    private static JsonNode publish(World world) {
        EventBuses buses = world.buses();
        ObjectNode entry = JsonNodeFactory.instance
                .objectNode()
                .put("EventBusName", "things")
                .put("Source", "test.things")
                .put("DetailType", "ThingMade")
                .put("Detail", "{\"n\": 1}");
        new PutEvents(buses, Clock.systemUTC())
                .put(JsonNodeFactory.instance.arrayNode().add(entry));
        buses.close();
        return buses.events().getFirst().envelope();
    }

    private static Optional<JsonNode> receive(String queue) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("QueueUrl", Queues.url(queue));
        request.putArray("MessageAttributeNames").add("All");
        Optional<JsonNode> received = sqs.call("ReceiveMessage", request)
                .path("Messages")
                .valueStream()
                .findFirst();
        received.ifPresent(message -> sqs.call(
                "DeleteMessage",
                JsonNodeFactory.instance
                        .objectNode()
                        .put("QueueUrl", Queues.url(queue))
                        .set("ReceiptHandle", message.path("ReceiptHandle"))));
        return received;
    }

    private static String attribute(JsonNode message, String name) {
        return message.path("MessageAttributes").path(name).path("StringValue").asText();
    }

    private World world(TemplateEdit edit) {
        new Assembly(folder).stack("Test", """
                        Resources:
                          Bus: {Type: AWS::Events::EventBus, Properties: {Name: things}}
                          Jobs: {Type: AWS::SQS::Queue, Properties: {QueueName: jobs}}
                          Lost: {Type: AWS::SQS::Queue, Properties: {QueueName: lost}}
                          Rule:
                            Type: AWS::Events::Rule
                            Properties:
                              Name: made
                              EventBusName: {Ref: Bus}
                              EventPattern: {detail-type: [ThingMade]}
                              Targets:
                                - Id: '1'
                                  Arn: {'Fn::GetAtt': [Jobs, Arn]}
                                  RetryPolicy: {MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3600}
                                  DeadLetterConfig: {Arn: {'Fn::GetAtt': [Lost, Arn]}}
                          JobsPolicy:
                            Type: AWS::SQS::QueuePolicy
                            Properties:
                              Queues: [{Ref: Jobs}]
                              PolicyDocument:
                                Statement:
                                  - Effect: Allow
                                    Action: 'sqs:SendMessage'
                                    Principal: {Service: events.amazonaws.com}
                                    Resource: {'Fn::GetAtt': [Jobs, Arn]}
                                    Condition: {ArnEquals: {'aws:SourceArn': {'Fn::GetAtt': [Rule, Arn]}}}
                                  - Effect: Deny
                                    Action: 'sqs:*'
                                    Principal: {AWS: '*'}
                                    Resource: {'Fn::GetAtt': [Jobs, Arn]}
                                    Condition: {Bool: {'aws:SecureTransport': 'false'}}
                          LostPolicy:
                            Type: AWS::SQS::QueuePolicy
                            Properties:
                              Queues: [{Ref: Lost}]
                              PolicyDocument:
                                Statement:
                                  - Effect: Allow
                                    Action: 'sqs:SendMessage'
                                    Principal: {Service: events.amazonaws.com}
                                    Resource: {'Fn::GetAtt': [Lost, Arn]}
                                    Condition: {ArnEquals: {'aws:SourceArn': {'Fn::GetAtt': [Rule, Arn]}}}
                        """);
        ResourceKinds kinds = new ResourceKinds()
                .register(IamKinds.all())
                .register(EventBridgeKinds.all())
                .register(List.of(LogGroupKind.kind(), QueueKind.kind()));
        CloudTemplates templates = CloudTemplates.read(folder, kinds, edit);
        Iam iam = Iam.of(templates);
        LogGroups logs = new LogGroups(templates, Clock.systemUTC(), line -> {});
        return new World(iam, TestTargets.buses(templates, iam, logs, Queues.create(sqs, templates)));
    }
}
