package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.testing.Assembly;
import dev.backplane.local.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.DescribeExecutionResponse;
import software.amazon.awssdk.services.sfn.model.ExecutionStatus;
import software.amazon.awssdk.services.sfn.model.HistoryEvent;

/** A small cloud for tests: state machines that call a function, a table, a bus and each other. */
record WorkflowsCloud(LocalCloud cloud, SfnClient states) implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CALL = "\"Type\": \"Task\", \"Arguments\": \"{% $states.input %}\", \"End\": true";

    /** The machines by name; most have a single state. */
    private static final Map<String, String> MACHINES = Map.ofEntries(
            Map.entry("invoke", task("lambda:invoke")),
            Map.entry("getItem", task("dynamodb:getItem")),
            Map.entry("putItem", task("dynamodb:putItem")),
            Map.entry("query", task("aws-sdk:dynamodb:query")),
            Map.entry("transact", task("aws-sdk:dynamodb:transactWriteItems")),
            Map.entry("putEvents", task("events:putEvents")),
            Map.entry("child", task("states:startExecution.sync:2")),
            Map.entry("echo", state("{\"Type\": \"Pass\", \"End\": true}")),
            Map.entry("fail", state("{\"Type\": \"Fail\", \"Error\": \"Broken\", \"Cause\": \"on purpose\"}")),
            Map.entry("wait", state("{\"Type\": \"Wait\", \"Seconds\": 86400, \"End\": true}")),
            Map.entry("nap", state("{\"Type\": \"Wait\", \"Seconds\": 15, \"End\": true}")),
            Map.entry(
                    "late",
                    "{\"QueryLanguage\": \"JSONata\", \"TimeoutSeconds\": 1, \"StartAt\": \"A\", \"States\":"
                            + " {\"A\": {\"Type\": \"Wait\", \"Seconds\": 86400, \"End\": true}}}"));

    static LocalCloud.Options options(Path folder) {
        new Assembly(folder).stack("Flows", template());
        return LocalCloud.Options.of(folder);
    }

    static WorkflowsCloud start(LocalCloud.Options options) {
        LocalCloud cloud = LocalCloud.start(options);
        return new WorkflowsCloud(cloud, client(cloud.owner()));
    }

    static SfnClient client(SdkHttpClient http) {
        return SfnClient.builder()
                .httpClient(http)
                .region(Region.US_EAST_1)
                .overrideConfiguration(config -> config.retryStrategy(retries -> retries.maxAttempts(1)))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .build();
    }

    /** Returns the HTTP client of a function. */
    SdkHttpClient network(String function) {
        return cloud.connect(cloud.functions().caller(function).orElseThrow());
    }

    static String arn(String machine) {
        return "arn:aws:states:us-east-1:000000000000:stateMachine:" + machine;
    }

    /** Starts an execution and returns its ARN. */
    String begin(String machine, String name, String input) {
        return states.startExecution(
                        start -> start.stateMachineArn(arn(machine)).name(name).input(input))
                .executionArn();
    }

    /** Runs a machine to completion. */
    DescribeExecutionResponse run(String machine, String input) {
        return awaitEnd(states.startExecution(
                        start -> start.stateMachineArn(arn(machine)).input(input))
                .executionArn());
    }

    DescribeExecutionResponse awaitEnd(String executionArn) {
        Eventually.assertThat(
                () -> describe(executionArn),
                execution -> Assertions.assertThat(execution.status()).isNotEqualTo(ExecutionStatus.RUNNING));
        return describe(executionArn);
    }

    DescribeExecutionResponse describe(String executionArn) {
        return states.describeExecution(describe -> describe.executionArn(executionArn));
    }

    List<String> history(String executionArn) {
        return states.getExecutionHistory(history -> history.executionArn(executionArn)).events().stream()
                .map(HistoryEvent::typeAsString)
                .toList();
    }

    /** Returns the details of an execution's status changes on the default bus. */
    List<JsonNode> statusChanges(String executionArn) {
        return cloud.logs().lines("changes").stream()
                .map(line -> json(line.message()))
                .map(event -> event.path("detail"))
                .filter(detail -> detail.path("executionArn").asText().equals(executionArn))
                .toList();
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        states.close();
        cloud.close();
    }

    private static String task(String resource) {
        return state("{" + CALL + ", \"Resource\": \"arn:aws:states:::" + resource + "\"}");
    }

    private static String state(String state) {
        return "{\"QueryLanguage\": \"JSONata\", \"StartAt\": \"A\", \"States\": {\"A\": " + state + "}}";
    }

    private static String template() {
        StringBuilder machines = new StringBuilder();
        MACHINES.forEach((name, definition) ->
                machines.append("  ").append(machine(name, definition)).append('\n'));
        return RESOURCES + machines;
    }

    private static String machine(String name, String definition) {
        ObjectNode properties = JsonNodeFactory.instance
                .objectNode()
                .put("StateMachineName", name)
                .put("DefinitionString", definition);
        properties
                .putObject("RoleArn")
                .putArray("Fn::GetAtt")
                .add("MachineRole")
                .add("Arn");
        properties
                .putObject("DefinitionSubstitutions")
                .putObject("Function")
                .putArray("Fn::GetAtt")
                .add("Scripted")
                .add("Arn");
        ObjectNode resource = JsonNodeFactory.instance.objectNode().put("Type", "AWS::StepFunctions::StateMachine");
        resource.set("Properties", properties);
        return "Machine" + name + ": " + resource;
    }

    private static final String RESOURCES = """
            Resources:
              Table:
                Type: AWS::DynamoDB::Table
                Properties:
                  TableName: Things
                  BillingMode: PAY_PER_REQUEST
                  KeySchema: [{AttributeName: pk, KeyType: HASH}]
                  AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]
              Bus: {Type: AWS::Events::EventBus, Properties: {Name: things}}
              Logs: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: scripted}}
              Changes: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: changes}}
              ChangesRule:
                Type: AWS::Events::Rule
                Properties:
                  EventPattern: {source: [aws.states], detail-type: [Step Functions Execution Status Change]}
                  Targets: [{Id: '1', Arn: {'Fn::GetAtt': [Changes, Arn]}}]
              ChangesPolicy:
                Type: AWS::Logs::ResourcePolicy
                Properties:
                  PolicyName: changes
                  PolicyDocument:
                    'Fn::Sub': '{"Statement": [{"Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"},
                      "Action": ["logs:CreateLogStream", "logs:PutLogEvents"], "Resource": "${Changes.Arn}"}]}'
              Role:
                Type: AWS::IAM::Role
                Properties:
                  RoleName: scripted
                  AssumeRolePolicyDocument:
                    Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                  Policies:
                    - PolicyName: calls
                      PolicyDocument:
                        Statement:
                          - {Effect: Allow, Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: {'Fn::GetAtt': [Logs, Arn]}}
                          - {Effect: Allow, Action: 'states:StartExecution', Resource: 'arn:aws:states:us-east-1:000000000000:stateMachine:echo'}
              Scripted:
                Type: AWS::Lambda::Function
                Properties:
                  FunctionName: scripted
                  Handler: dev.backplane.local.lambda.ScriptedHandler::handleRequest
                  Role: {'Fn::GetAtt': [Role, Arn]}
                  Timeout: 30
                  SnapStart: {ApplyOn: PublishedVersions}
                  Environment: {Variables: {GREETING: hello}}
                  LoggingConfig: {LogGroup: {Ref: Logs}}
              Live: {Type: AWS::Lambda::Alias, Properties: {FunctionName: {Ref: Scripted}, FunctionVersion: '1', Name: live}}
              MachineRole:
                Type: AWS::IAM::Role
                Properties:
                  RoleName: machines
                  AssumeRolePolicyDocument:
                    Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: states.amazonaws.com}}]
                  Policies:
                    - PolicyName: calls
                      PolicyDocument:
                        Statement:
                          - {Effect: Allow, Action: 'lambda:InvokeFunction', Resource: [{'Fn::GetAtt': [Scripted, Arn]}, {Ref: Live}]}
                          - Effect: Allow
                            Action: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:ConditionCheckItem', 'dynamodb:Query']
                            Resource: {'Fn::GetAtt': [Table, Arn]}
                          - {Effect: Allow, Action: 'events:PutEvents', Resource: {'Fn::GetAtt': [Bus, Arn]}}
                          - {Effect: Allow, Action: 'states:StartExecution', Resource: 'arn:aws:states:us-east-1:000000000000:stateMachine:*'}
                          - Effect: Allow
                            Action: ['states:DescribeExecution', 'states:StopExecution']
                            Resource: 'arn:aws:states:us-east-1:000000000000:execution:*'
                          - Effect: Allow
                            Action: ['events:PutTargets', 'events:PutRule', 'events:DescribeRule']
                            Resource: 'arn:aws:events:us-east-1:000000000000:rule/StepFunctionsGetEventsForStepFunctionsExecutionRule'
            """;
}
