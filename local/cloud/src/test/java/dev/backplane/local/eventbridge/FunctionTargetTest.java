package dev.backplane.local.eventbridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.cloudwatch.LogEvent;
import dev.backplane.local.cloudwatch.LogGroupKind;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.engines.QueueEngine;
import dev.backplane.local.eventbridge.ScheduledRules.ScheduledRule;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.lambda.LambdaKinds;
import dev.backplane.local.sqs.QueueKind;
import dev.backplane.local.sqs.Queues;
import dev.backplane.local.testing.Assembly;
import dev.backplane.local.testing.Eventually;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FunctionTargetTest {

    private static QueueEngine engine;
    private static EngineHttpClient http;

    @TempDir
    private Path folder;

    private record World(LogGroups logs, Queues queues, EventBuses buses, ScheduledRules schedules)
            implements AutoCloseable {

        List<String> lines() {
            return logs.lines("sweep").stream().map(LogEvent::message).toList();
        }

        @Override
        public void close() {
            schedules.close();
            buses.close();
        }
    }

    @BeforeAll
    static void startEngine() {
        engine = QueueEngine.inMemory(Account.REGION, Account.ID);
        http = new EngineHttpClient();
    }

    @AfterAll
    static void stopEngine() {
        http.close();
        engine.close();
    }

    @Test
    void event_reachesTheFunction() {
        try (World world = world(TemplateEdit.NONE)) {
            publish(world);

            Eventually.assertThat(world::lines, lines -> assertThat(lines).containsExactly("matched"));
        }
    }

    @Test
    void schedule_whenDue_reachesTheFunction() {
        try (World world = world(TemplateEdit.NONE)) {
            world.schedules().fire("every-minute");

            Eventually.assertThat(world::lines, lines -> assertThat(lines).containsExactly("due"));
            assertThatThrownBy(() -> world.schedules().fire("none"))
                    .hasMessage("there is no rule none with a schedule");
        }
    }

    @Test
    void function_whenItFails_isTriedTwiceMore() {
        try (World world = world((_, template) -> input(template, "Schedule", "{\"throw\":\"told to\"}"))) {
            world.schedules().fire("every-minute");

            Eventually.assertThat(
                    world::lines,
                    lines -> assertThat(lines)
                            .hasSize(3)
                            .allSatisfy(line -> assertThat(line).contains("told to")));
        }
    }

    @Test
    void event_withoutAPermission_isPutAside() {
        try (World world = world((_, template) -> ((ObjectNode) template.path("Resources")).remove("Permission"))) {
            publish(world);

            Eventually.assertThat(
                    FunctionTargetTest::received,
                    body -> assertThat(body).contains("\"source\":\"test.things\"", "ThingMade"));
            assertThat(world.lines()).isEmpty();
        }
    }

    @Test
    void start_whenAScheduleIsNotKnown_refuses() {
        assertThatThrownBy(() -> world(
                        (_, template) -> properties(template, "Schedule").put("ScheduleExpression", "rate(1 minutes)")))
                .hasMessageContaining("Test/Schedule (AWS::Events::Rule): schedule rate(1 minutes)");
        assertThatThrownBy(() ->
                        world((_, template) -> properties(template, "Schedule").put("EventBusName", "things")))
                .hasMessageContaining("only rules on the default bus may have a schedule");
    }

    @Test
    void schedules_keepThePaceAndMakeUpForNothing() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-05T10:00:00Z"));
        List<Instant> fired = new ArrayList<>();
        List<Duration> waits = new ArrayList<>();
        TemplateResource rule = new TemplateResource(
                "Test", "Rule", "AWS::Events::Rule", ResourceIdentity.of("r"), JsonNodeFactory.instance.objectNode());
        // Each run takes a second; during the third, the machine sleeps for ten minutes.
        ScheduledRules schedules = new ScheduledRules(
                List.of(new ScheduledRule(rule, Schedule.parse("rate(1 minute)"), () -> {
                    fired.add(now.get());
                    now.set(now.get().plusSeconds(fired.size() == 3 ? 600 : 1));
                })),
                now::get,
                wait -> {
                    waits.add(wait);
                    if (waits.size() > 5) {
                        throw new InterruptedException();
                    }
                    now.set(now.get().plus(wait));
                },
                Executors.newVirtualThreadPerTaskExecutor());
        schedules.start();
        schedules.close();

        assertThat(waits).extracting(Duration::toSeconds).startsWith(60L, 59L, 59L, 60L, 59L);
        assertThat(fired.get(3)).isEqualTo(Instant.parse("2026-01-05T10:14:00Z"));
    }

    private static void publish(World world) {
        world.buses()
                .publish(ServiceEvents.event(
                        Instant.EPOCH, "test.things", "ThingMade", List.of(), JsonNodeFactory.instance.objectNode()));
    }

    private static String received() {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("QueueUrl", Queues.url("lost"));
        return sqs().call("ReceiveMessage", request).toString().replace("\\\"", "\"");
    }

    private static Engine sqs() {
        return new Engine(http, engine.endpoint(), "AmazonSQS");
    }

    private static void input(ObjectNode template, String rule, String input) {
        ((ObjectNode) properties(template, rule).path("Targets").path(0)).put("Input", input);
    }

    private static ObjectNode properties(ObjectNode template, String resource) {
        return (ObjectNode) template.path("Resources").path(resource).path("Properties");
    }

    private World world(TemplateEdit edit) {
        new Assembly(folder).stack("Test", """
                        Resources:
                          Logs: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: sweep}}
                          Lost: {Type: AWS::SQS::Queue, Properties: {QueueName: lost}}
                          LostPolicy:
                            Type: AWS::SQS::QueuePolicy
                            Properties:
                              Queues: [{Ref: Lost}]
                              PolicyDocument:
                                Statement: [{Effect: Allow, Action: 'sqs:SendMessage', Principal: {Service: events.amazonaws.com}, Resource: {'Fn::GetAtt': [Lost, Arn]}}]
                          Role:
                            Type: AWS::IAM::Role
                            Properties:
                              AssumeRolePolicyDocument:
                                Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                              Policies:
                                - PolicyName: logs
                                  PolicyDocument:
                                    Statement: [{Effect: Allow, Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: {'Fn::GetAtt': [Logs, Arn]}}]
                          Sweep:
                            Type: AWS::Lambda::Function
                            Properties:
                              FunctionName: test-Sweep
                              Handler: dev.backplane.local.lambda.ScriptedHandler::handleRequest
                              Role: {'Fn::GetAtt': [Role, Arn]}
                              Environment: {Variables: {GREETING: hello}}
                              LoggingConfig: {LogGroup: {Ref: Logs}}
                          Rule:
                            Type: AWS::Events::Rule
                            Properties:
                              EventPattern: {source: [test.things]}
                              Targets: [{Id: '1', Arn: {'Fn::GetAtt': [Sweep, Arn]}, Input: '{"log":"matched"}', DeadLetterConfig: {Arn: {'Fn::GetAtt': [Lost, Arn]}}}]
                          Schedule:
                            Type: AWS::Events::Rule
                            Properties:
                              Name: every-minute
                              ScheduleExpression: rate(1 minute)
                              Targets: [{Id: '1', Arn: {'Fn::GetAtt': [Sweep, Arn]}, Input: '{"log":"due"}'}]
                          Permission:
                            Type: AWS::Lambda::Permission
                            Properties: {Action: 'lambda:InvokeFunction', FunctionName: {'Fn::GetAtt': [Sweep, Arn]}, Principal: events.amazonaws.com, SourceArn: {'Fn::GetAtt': [Rule, Arn]}}
                          OtherPermission:
                            Type: AWS::Lambda::Permission
                            Properties: {Action: 'lambda:InvokeFunction', FunctionName: {'Fn::GetAtt': [Sweep, Arn]}, Principal: events.amazonaws.com, SourceArn: {'Fn::GetAtt': [Schedule, Arn]}}
                        """);
        ResourceKinds kinds = new ResourceKinds()
                .register(IamKinds.all())
                .register(EventBridgeKinds.all())
                .register(LambdaKinds.all())
                .register(List.of(LogGroupKind.kind(), QueueKind.kind()));
        CloudTemplates templates = CloudTemplates.read(folder, kinds, edit);
        Iam iam = Iam.of(templates);
        LogGroups logs = new LogGroups(templates, Clock.systemUTC(), line -> {});
        Queues queues = Queues.create(sqs(), templates);
        EventBuses.Context targets = TestTargets.of(templates, iam, logs, queues);
        return new World(
                logs,
                queues,
                EventBuses.of(templates, targets),
                ScheduledRules.of(templates, targets, Clock.systemUTC()));
    }
}
