package dev.backplane.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.cloudwatch.LogEvent;
import dev.backplane.local.cloudwatch.LogGroupKind;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.testing.Assembly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.http.HttpExecuteResponse;

final class FunctionsTest {

    private static final String ARN = "arn:aws:lambda:us-east-1:000000000000:function:test-GetThing";
    private static final String QUEUE = "arn:aws:sqs:us-east-1:000000000000:failures";
    private static final String GATEWAY = "apigateway.amazonaws.com";

    @TempDir
    private Path folder;

    private final List<JsonNode> sent = new CopyOnWriteArrayList<>();
    private World world;
    private Functions functions;

    private record World(Iam iam, LogGroups logs, Functions functions) {}

    @BeforeEach
    void start() {
        world = world(TemplateEdit.NONE);
        functions = world.functions();
    }

    @AfterEach
    void stop() {
        functions.close();
    }

    @Test
    void invoke_givesTheHandlerItsEnvironmentAndContext() throws IOException {
        InvocationResult invocation = invoke(ARN + ":live", "{}");

        JsonNode answer = json(invocation);
        assertThat(invocation.failed()).isFalse();
        assertThat(answer.path("requestId").asText()).isEqualTo(invocation.requestId());
        assertThat(answer.path("arn").asText()).isEqualTo(ARN + ":live");
        assertThat(answer.path("memory").asInt()).isEqualTo(256);
        assertThat(answer.path("remaining").asInt()).isBetween(1, 60_000);
        assertThat(answer.path("greeting").asText()).isEqualTo("hello");
    }

    @Test
    void invoke_whenTheHandlerThrows_answersLambdasError() throws IOException {
        InvocationResult invocation = invoke("GetThing", "{\"throw\": \"no luck\"}");

        assertThat(invocation.failed()).isTrue();
        assertThat(json(invocation).path("errorMessage").asText()).isEqualTo("no luck");
        assertThat(json(invocation).path("errorType").asText()).isEqualTo("java.lang.IllegalStateException");
        assertThat(json(invocation).path("stackTrace").path(0).asText()).contains("ScriptedHandler");
    }

    @Test
    void invoke_whenTheHandlerIsTooSlow_endsItAtItsTimeout() throws IOException {
        World hurried = world((stack, template) ->
                template.withObject("/Resources/GetThing/Properties").put("Timeout", 1));
        try (Functions impatient = hurried.functions()) {
            InvocationResult invocation =
                    impatient.invoke("GetThing", "{\"hang\": true}".getBytes(StandardCharsets.UTF_8));

            assertThat(invocation.failed()).isTrue();
            assertThat(json(invocation).path("errorType").asText()).isEqualTo("Sandbox.Timedout");
            assertThat(json(invocation).path("errorMessage").asText()).endsWith("Task timed out after 1.00 seconds");
        }
    }

    @Test
    void invoke_whenTheConstructorThrows_fails() throws IOException {
        InvocationResult invocation = invoke("Broken", "{}");

        assertThat(invocation.failed()).isTrue();
        assertThat(json(invocation).path("errorMessage").asText()).isEqualTo("cannot be made");
    }

    @Test
    void invoke_whenTheClassCannotBeInitialized_failsEveryTime() throws IOException {
        World unloadable = world((stack, template) -> template.withObject("/Resources/GetThing/Properties")
                .put("Handler", UnloadableHandler.class.getName()));
        try (Functions broken = unloadable.functions()) {
            InvocationResult first = broken.invoke("GetThing", new byte[0]);
            InvocationResult second = broken.invoke("GetThing", new byte[0]);

            assertThat(first.failed()).isTrue();
            assertThat(json(first).path("errorType").asText()).isEqualTo("java.lang.ExceptionInInitializerError");
            assertThat(second.failed()).isTrue();
            assertThat(json(second).path("errorType").asText()).isEqualTo("java.lang.NoClassDefFoundError");
        }
    }

    @Test
    void invoke_whenTheAnswerIsLargerThanLambdaTakes_fails() throws IOException {
        InvocationResult invocation = invoke("GetThing", "{\"padding\": 6300000}");

        assertThat(json(invocation).path("errorType").asText()).isEqualTo("Function.ResponseSizeTooLarge");
    }

    @Test
    void invoke_whenThereIsNoSuchFunction_saysSo() {
        assertThatThrownBy(() -> invoke("Nobody", "{}")).hasMessageContaining("Nobody");
    }

    @Test
    void nameOf_knowsNamesArnsAndExistingQualifiersOnly() {
        assertThat(functions.nameOf("GetThing")).contains("test-GetThing");
        assertThat(functions.nameOf("test-GetThing")).contains("test-GetThing");
        assertThat(functions.nameOf(ARN)).contains("test-GetThing");
        assertThat(functions.nameOf(ARN + ":live")).contains("test-GetThing");
        assertThat(functions.nameOf(ARN + ":1")).contains("test-GetThing");
        assertThat(functions.nameOf("GetThing:live")).contains("test-GetThing");
        assertThat(functions.nameOf("GetThing:dead")).isEmpty();
        assertThat(functions.nameOf(ARN + ":dead")).isEmpty();
        assertThat(functions.nameOf("Thing")).isEmpty();
    }

    @Test
    void loseSnapshot_refusesTheNextInvocationsOfVersionsAndAliases() {
        functions.loseSnapshot("GetThing", 2);

        InvocationResult first = invoke(ARN + ":live", "{}");
        InvocationResult latest = invoke(ARN, "{}");
        InvocationResult second = invoke(ARN + ":1", "{}");
        InvocationResult third = invoke(ARN + ":live", "{}");

        assertThat(first.failed()).isTrue();
        assertThat(first.serviceError())
                .map(InvocationResult.ServiceError::exception)
                .contains("SnapStartNotReadyException");
        assertThat(second.serviceError())
                .map(InvocationResult.ServiceError::status)
                .contains(409);
        assertThat(latest.failed()).isFalse();
        assertThat(third.failed()).isFalse();
    }

    @Test
    void loseSnapshot_ofAFunctionWithoutSnapStart_isRefused() {
        assertThatThrownBy(() -> functions.loseSnapshot("Broken", 1)).hasMessage("test-Broken has no SnapStart");
        assertThatThrownBy(() -> functions.loseSnapshot("Nobody", 1)).hasMessage("there is no function Nobody");
    }

    @Test
    void invokeLater_whileTheSnapshotIsMissing_repeatsTheCallMoreOftenThanOneThatFails() throws Exception {
        functions.loseSnapshot("GetThing", 4);

        assertThat(invokeLater(functions, ARN + ":live", "{}").failed()).isFalse();
    }

    @Test
    void invokeLater_whenTheEventIsTooOld_givesItUp() throws Exception {
        functions.loseSnapshot("GetThing", 1_000);

        assertThat(invokeLater(functions, ARN + ":live", "{}").serviceError()).isPresent();
    }

    @Test
    void invokeLater_whenTheFunctionFails_retriesAsOftenAsItsPolicySays() throws Exception {
        assertThat(invokeLater(functions, ARN + ":live", "{\"throw\": \"no luck\"}")
                        .failed())
                .isTrue();
        assertThat(world.logs().lines("things")).hasSize(2);

        assertThat(invokeLater(functions, ARN, "{\"throw\": \"no luck\"}").failed())
                .isTrue();
        assertThat(world.logs().lines("things")).hasSize(5);
    }

    @Test
    void invokeLater_whenAllAttemptsFail_putsTheEventIntoTheFunctionsQueue() throws Exception {
        String event = "{\"throw\": \"no luck\"}";
        try (Functions giving = world(withQueue("sqs:SendMessage")).functions()) {
            invokeLater(giving, ARN + ":live", "{}");
            assertThat(sent).isEmpty();
            invokeLater(giving, ARN + ":live", event);

            assertThat(sent).singleElement().satisfies(message -> {
                assertThat(message.path("QueueUrl").asText()).endsWith("/000000000000/failures");
                assertThat(message.path("MessageBody").asText()).isEqualTo(event);
                assertThat(message.at("/MessageAttributes/ErrorMessage/StringValue")
                                .asText())
                        .contains("no luck");
            });
        }
    }

    @Test
    void invokeLater_whenTheRoleMayNotSend_losesTheEvent() throws Exception {
        World denying = world(withQueue("sqs:ReceiveMessage"));
        try (Functions giving = denying.functions()) {
            invokeLater(giving, ARN + ":live", "{\"throw\": \"no luck\"}");

            assertThat(sent).isEmpty();
            assertThat(denying.iam().denials()).isNotEmpty();
        }
    }

    private static TemplateEdit withQueue(String allowed) {
        return (stack, template) -> {
            template.withObject("/Resources/GetThing/Properties/DeadLetterConfig")
                    .put("TargetArn", QUEUE);
            template.withArray("/Resources/Role/Properties/Policies/0/PolicyDocument/Statement")
                    .addObject()
                    .put("Effect", "Allow")
                    .put("Action", allowed)
                    .put("Resource", QUEUE);
        };
    }

    @Test
    void permits_onlyThePrincipalSourceAndAliasOfAPermission() {
        String route = "arn:aws:execute-api:us-east-1:000000000000:api/$default/GET/things/{id}";

        assertThat(functions.permits(ARN + ":live", GATEWAY, route)).isTrue();
        assertThat(functions.permits(ARN, GATEWAY, route)).isFalse();
        assertThat(functions.permits(ARN + ":live", "events.amazonaws.com", route))
                .isFalse();
        assertThat(functions.permits(ARN + ":live", GATEWAY, route.replace("GET", "PUT")))
                .isFalse();
    }

    @Test
    void log_goesToTheFunctionsGroup() {
        invoke("GetThing", "{\"log\": \"a line\"}");

        assertThat(world.logs().lines("things")).extracting(LogEvent::message).containsExactly("a line");
    }

    @Test
    void log_whenTheRoleMayNotWrite_isLost() {
        World restricted = world((stack, template) ->
                template.withObject("/Resources/Role/Properties").remove("Policies"));
        try (Functions silent = restricted.functions()) {
            silent.invoke("GetThing", "{\"log\": \"a line\"}".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(restricted.logs().lines("things")).isEmpty();
        assertThat(restricted.iam().denials())
                .extracting(denial -> denial.access().action())
                .containsExactly("logs:CreateLogStream");
    }

    @Test
    void of_whenLambdaMayNotUseTheRole_refusesToStart() {
        assertThatThrownBy(() -> world((stack, template) ->
                        template.withObject("/Resources/Role/Properties").putObject("AssumeRolePolicyDocument")))
                .hasMessageContaining("Test/GetThing (AWS::Lambda::Function): Lambda may not assume the role");
    }

    @Test
    void of_whenTheHandlerIsNotThere_refusesToStart() {
        assertThatThrownBy(() -> world((stack, template) -> template.withObject("/Resources/GetThing/Properties")
                        .put("Handler", "dev.backplane.Missing::handleRequest")))
                .hasMessageContaining("handler dev.backplane.Missing::handleRequest is not");
    }

    private InvocationResult invoke(String function, String payload) {
        return functions.invoke(function, payload.getBytes(StandardCharsets.UTF_8));
    }

    private static InvocationResult invokeLater(Functions functions, String function, String payload) throws Exception {
        CompletableFuture<InvocationResult> end = new CompletableFuture<>();
        functions.invokeLater(function, payload.getBytes(StandardCharsets.UTF_8), end::complete);
        return end.get(5, TimeUnit.MINUTES);
    }

    private static JsonNode json(InvocationResult invocation) throws IOException {
        return new ObjectMapper().readTree(invocation.payload());
    }

    private World world(TemplateEdit edit) {
        new Assembly(folder).stack("Test", """
                        Resources:
                          Logs: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: things}}
                          Role:
                            Type: AWS::IAM::Role
                            Properties:
                              AssumeRolePolicyDocument:
                                Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                              Policies:
                                - PolicyName: logs
                                  PolicyDocument:
                                    Statement:
                                      - Effect: Allow
                                        Action: ['logs:CreateLogStream', 'logs:PutLogEvents']
                                        Resource: {'Fn::GetAtt': [Logs, Arn]}
                          GetThing:
                            Type: AWS::Lambda::Function
                            Properties:
                              FunctionName: test-GetThing
                              Handler: dev.backplane.local.lambda.ScriptedHandler::handleRequest
                              Role: {'Fn::GetAtt': [Role, Arn]}
                              Timeout: 60
                              MemorySize: 256
                              SnapStart: {ApplyOn: PublishedVersions}
                              Environment: {Variables: {GREETING: hello}}
                              LoggingConfig: {LogGroup: {Ref: Logs}}
                          Version: {Type: AWS::Lambda::Version, Properties: {FunctionName: {Ref: GetThing}}}
                          Alias:
                            Type: AWS::Lambda::Alias
                            Properties:
                              FunctionName: {Ref: GetThing}
                              FunctionVersion: {'Fn::GetAtt': [Version, Version]}
                              Name: live
                          Asynchronous:
                            Type: AWS::Lambda::EventInvokeConfig
                            Properties: {FunctionName: {Ref: GetThing}, Qualifier: live, MaximumEventAgeInSeconds: 2, MaximumRetryAttempts: 1}
                          Permission:
                            Type: AWS::Lambda::Permission
                            Properties:
                              Action: lambda:InvokeFunction
                              FunctionName: {Ref: Alias}
                              Principal: apigateway.amazonaws.com
                              SourceArn: arn:aws:execute-api:us-east-1:000000000000:api/*/GET/things/{id}
                          Broken:
                            Type: AWS::Lambda::Function
                            Properties:
                              FunctionName: test-Broken
                              Handler: dev.backplane.local.lambda.ScriptedHandler
                              Role: {'Fn::GetAtt': [Role, Arn]}
                              Environment: {Variables: {BROKEN: 'yes'}}
                              LoggingConfig: {LogGroup: {Ref: Logs}}
                        """);
        ResourceKinds kinds = new ResourceKinds()
                .register(IamKinds.all())
                .register(LambdaKinds.all())
                .register(List.of(LogGroupKind.kind()));
        CloudTemplates templates = CloudTemplates.read(folder, kinds, edit);
        Iam iam = Iam.of(templates);
        LogGroups logs = new LogGroups(templates, Clock.systemUTC(), line -> {});
        AwsNetwork network = new AwsNetwork(iam, List.of(new SentMessages()));
        return new World(iam, logs, Functions.of(templates, iam, network, logs, Clock.systemUTC()));
    }

    /** SQS that only takes messages. */
    private final class SentMessages implements AwsService {

        @Override
        public List<String> hosts() {
            return List.of("sqs.us-east-1.amazonaws.com");
        }

        @Override
        public Optional<List<AccessRequest>> accesses(AwsRequest request) {
            return Optional.of(List.of(new AccessRequest("sqs:" + request.action(), QUEUE)));
        }

        @Override
        public HttpExecuteResponse perform(AwsRequest request) {
            sent.add(request.body());
            return AwsResponses.ok(JsonNodeFactory.instance.objectNode());
        }
    }
}
