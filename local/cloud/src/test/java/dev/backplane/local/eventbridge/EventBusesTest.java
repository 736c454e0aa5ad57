package dev.backplane.local.eventbridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.cloudwatch.LogEvent;
import dev.backplane.local.cloudwatch.LogGroupKind;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.engines.QueueEngine;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.sqs.QueueKind;
import dev.backplane.local.sqs.Queues;
import dev.backplane.local.testing.Assembly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EventBusesTest {

    private static final Instant NOW = Instant.parse("2026-01-05T10:00:00.250Z");
    private static final String GOOD =
            "{'EventBusName': 'things', 'Source': 'test.things', 'DetailType': 'ThingMade', 'Detail': '{\\'n\\': 1}'}";

    private static QueueEngine engine;
    private static EngineHttpClient http;
    private static Engine sqs;

    @TempDir
    private Path folder;

    private World world;

    private record World(Iam iam, LogGroups logs, EventBuses buses) {

        JsonNode put(String entries) {
            return new PutEvents(buses, Clock.fixed(NOW, ZoneOffset.UTC)).put(json(entries));
        }
    }

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

    @BeforeEach
    void start() {
        world = world(TemplateEdit.NONE);
    }

    @Test
    void put_makesTheEventThatRulesAndTargetsSee() {
        JsonNode answer = world.put("[" + GOOD + "]");

        assertThat(answer.path("FailedEntryCount").asInt()).isZero();
        assertThat(world.buses().events()).singleElement().satisfies(event -> {
            assertThat(event.bus()).isEqualTo("things");
            assertThat(event.id())
                    .isEqualTo(answer.path("Entries").path(0).path("EventId").asText());
            assertThat(event.source()).isEqualTo("test.things");
            assertThat(event.detailType()).isEqualTo("ThingMade");
            assertThat(event.time()).isEqualTo(Instant.parse("2026-01-05T10:00:00Z"));
            assertThat(event.detail()).isEqualTo(json("{'n': 1}"));
            assertThat(event.envelope().path("account").asText()).isEqualTo("000000000000");
            assertThat(event.envelope().path("region").asText()).isEqualTo("us-east-1");
        });
    }

    @Test
    void put_whenOneEntryIsBad_takesTheOthers() {
        JsonNode answer = world.put("[" + GOOD.replace("{\\'n\\': 1}", "[1]") + "," + GOOD + ","
                + GOOD.replace("test.things", "aws.ec2") + "," + GOOD.replace("ThingMade", "") + ","
                + GOOD.replace("'things'", "'nobody'") + "]");

        assertThat(answer.path("FailedEntryCount").asInt()).isEqualTo(4);
        assertThat(answer.path("Entries")
                        .valueStream()
                        .map(entry -> entry.path("ErrorCode").asText()))
                .containsExactly(
                        "MalformedDetail", "", "NotAuthorizedForSourceException", "InvalidArgument", "InvalidArgument");
        assertThat(world.buses().events()).hasSize(1);
    }

    @Test
    void refusal_whenThereAreTooManyOrTooLargeEntries_takesNone() {
        String eleven = String.join(",", Collections.nCopies(11, GOOD));
        String large = GOOD.replace("\\'n\\': 1", "\\'n\\': \\'" + "x".repeat(256 * 1024) + "\\'");

        assertThat(PutEvents.refusal(json("[" + eleven + "]"))).isPresent();
        assertThat(PutEvents.refusal(json("[" + large + "]"))).isPresent();
        assertThat(PutEvents.refusal(json("[" + GOOD + "]"))).isEmpty();
    }

    @Test
    void deliver_writesMatchingEventsToTheLogGroup() {
        world.put("[" + GOOD + "," + GOOD.replace("ThingMade", "ThingLost") + "]");
        world.buses().close();

        assertThat(world.logs().lines("events"))
                .extracting(LogEvent::message)
                .singleElement()
                .satisfies(line ->
                        assertThat(json(line).path("detail-type").asText()).isEqualTo("ThingMade"));
    }

    @Test
    void deliver_whenTheLogGroupsPolicyIsGone_isRefused() {
        World restricted =
                world((stack, template) -> template.withObject("/Resources").remove("Policy"));

        restricted.put("[" + GOOD + "]");
        restricted.buses().close();

        assertThat(restricted.logs().lines("events")).isEmpty();
        assertThat(restricted.iam().denials())
                .extracting(denial -> denial.access().action())
                .containsExactly("logs:CreateLogStream");
    }

    @Test
    void of_whenATargetIsNotKnown_refusesToStart() {
        assertThatThrownBy(() -> world((stack, template) -> template.withObject("/Resources/Rule/Properties")
                        .withArray("Targets")
                        .addObject()
                        .put("Id", "2")
                        .put("Arn", "arn:aws:sns:us-east-1:000000000000:topic")))
                .hasMessageContaining(
                        "Test/Rule (AWS::Events::Rule): target arn:aws:sns:us-east-1:000000000000:topic is not supported");
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper()
                    .configure(JsonParser.Feature.ALLOW_SINGLE_QUOTES, true)
                    .readTree(text.replace("\\'", "\\\""));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private World world(TemplateEdit edit) {
        new Assembly(folder).stack("Test", """
                        Resources:
                          Bus: {Type: AWS::Events::EventBus, Properties: {Name: things}}
                          Group: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: events}}
                          Rule:
                            Type: AWS::Events::Rule
                            Properties:
                              EventBusName: {Ref: Bus}
                              EventPattern: {source: [{prefix: test.}], detail-type: [ThingMade]}
                              Targets: [{Id: '1', Arn: {'Fn::GetAtt': [Group, Arn]}}]
                          Policy:
                            Type: AWS::Logs::ResourcePolicy
                            Properties:
                              PolicyName: events
                              PolicyDocument:
                                'Fn::Sub': '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"},
                                  "Action": ["logs:CreateLogStream", "logs:PutLogEvents"], "Resource": "${Group.Arn}"}]}'
                        """);
        ResourceKinds kinds = new ResourceKinds()
                .register(IamKinds.all())
                .register(EventBridgeKinds.all())
                .register(List.of(LogGroupKind.kind(), QueueKind.kind()));
        CloudTemplates templates = CloudTemplates.read(folder, kinds, edit);
        Iam iam = Iam.of(templates);
        LogGroups logs = new LogGroups(templates, Clock.systemUTC(), line -> {});
        return new World(iam, logs, TestTargets.buses(templates, iam, logs, Queues.create(sqs, templates)));
    }
}
