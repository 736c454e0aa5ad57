package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsNetwork;
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
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.lambda.LambdaKinds;
import dev.backplane.local.s3.Assets;
import dev.backplane.local.sqs.QueueKind;
import dev.backplane.local.sqs.Queues;
import dev.backplane.local.testing.Assembly;
import dev.backplane.local.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.StackEvent;

/** CloudFormation with its dependencies: queues, a function for custom resources, and roles. */
final class StackTestCloud implements AutoCloseable {

    static final String RECORDS = "arn:aws:lambda:us-east-1:000000000000:function:records";
    static final String STACK_ROLE = "arn:aws:iam::000000000000:role/stacks";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final QueueEngine engine = QueueEngine.inMemory(Account.REGION, Account.ID);
    private final EngineHttpClient http = new EngineHttpClient();
    final Iam iam;
    final Assets assets;
    final LogGroups logs;
    final Queues queues;
    final AwsNetwork network;
    private final Functions functions;
    private final CloudFormation stacks;

    /** Starts without an engine for tables. */
    StackTestCloud(Path folder, Optional<Path> data) {
        this(folder, data, URI.create("http://127.0.0.1:1"));
    }

    StackTestCloud(Path folder, Optional<Path> data, URI tablesEndpoint) {
        Engine tables = new Engine(http, tablesEndpoint, "DynamoDB_20120810");
        new Assembly(folder).stack("Test", template());
        CloudTemplates templates = CloudTemplates.read(
                folder,
                new ResourceKinds()
                        .register(IamKinds.all())
                        .register(LambdaKinds.all())
                        .register(List.of(LogGroupKind.kind(), QueueKind.kind())),
                TemplateEdit.NONE);
        this.iam = Iam.of(templates);
        this.logs = new LogGroups(templates, Clock.systemUTC(), line -> {});
        this.queues = Queues.create(new Engine(http, engine.endpoint(), "AmazonSQS"), templates);
        this.assets = Assets.in(folder);
        this.network = new AwsNetwork(iam, List.of());
        this.functions = Functions.of(templates, iam, network, logs, Clock.systemUTC());
        this.stacks = CloudFormation.of(
                new CloudFormation.Context(network, iam, queues, tables, assets, functions, Clock.systemUTC()), data);
        stacks.start();
    }

    CloudFormation stacks() {
        return stacks;
    }

    /** Returns the client of the account owner. */
    CloudFormationClient owner() {
        return client(network.connectOwner());
    }

    /** Returns the client of a function with this role. */
    CloudFormationClient as(String role) {
        return client(network.connect(
                iam.role("arn:aws:iam::000000000000:role/" + role).orElseThrow().as("Deployer")));
    }

    static CloudFormationClient client(SdkHttpClient network) {
        return CloudFormationClient.builder()
                .httpClient(network)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .build();
    }

    /** Waits until a stack has this status. */
    void await(String stackId, StackStatus status) {
        try (CloudFormationClient client = owner()) {
            Eventually.assertThat(
                    () -> client.describeStacks(describe -> describe.stackName(stackId))
                            .stacks()
                            .getFirst(),
                    stack -> Assertions.assertThat(stack.stackStatusAsString())
                            .as(stack.stackStatusReason())
                            .isEqualTo(status.name()));
        }
    }

    /** Returns the events of a stack, oldest first, as {@code logical id STATUS reason}. */
    List<String> events(String stackId) {
        try (CloudFormationClient client = owner()) {
            List<String> lines = new ArrayList<>();
            for (StackEvent event : client.describeStackEventsPaginator(describe -> describe.stackName(stackId))
                    .stackEvents()) {
                String reason = event.resourceStatusReason() == null ? "" : " " + event.resourceStatusReason();
                lines.add(event.logicalResourceId() + " " + event.resourceStatusAsString() + reason);
            }
            return lines.reversed();
        }
    }

    /** Returns the events of the function behind custom resources. */
    List<JsonNode> told() {
        return logs.lines("records").stream()
                .map(line -> json(line.message()))
                .filter(event -> event.has("RequestType"))
                .toList();
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Converts a template from YAML, which is easier to read. */
    static String yaml(String text) {
        try {
            return new YAMLMapper().readTree(text).toString();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        stacks.close();
        functions.close();
        http.close();
        engine.close();
    }

    private static String template() {
        return """
               Resources:
                 Logs: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: records}}
                 Lost: {Type: AWS::SQS::Queue, Properties: {QueueName: lost}}
                 Role:
                   Type: AWS::IAM::Role
                   Properties:
                     AssumeRolePolicyDocument:
                       Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                     Policies:
                       - PolicyName: logs
                         PolicyDocument:
                           Statement:
                             - {Effect: Allow, Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: {'Fn::GetAtt': [Logs, Arn]}}
                 Records:
                   Type: AWS::Lambda::Function
                   Properties:
                     FunctionName: records
                     Handler: dev.backplane.local.cloudformation.RecordHandler::handleRequest
                     Role: {'Fn::GetAtt': [Role, Arn]}
                     Timeout: 5
                     LoggingConfig: {LogGroup: {Ref: Logs}}
                 Stacks:
                   Type: AWS::IAM::Role
                   Properties:
                     RoleName: stacks
                     AssumeRolePolicyDocument:
                       Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: cloudformation.amazonaws.com}}]
                     Policies:
                       - PolicyName: resources
                         PolicyDocument:
                           Statement:
                             - Effect: Allow
                               Action: ['sqs:CreateQueue', 'sqs:DeleteQueue', 'sqs:GetQueueUrl', 'sqs:GetQueueAttributes', 'sqs:ListQueueTags', 'sqs:SetQueueAttributes', 'sqs:TagQueue', 'sqs:UntagQueue']
                               Resource: 'arn:aws:sqs:us-east-1:000000000000:tenant-*'
                             - {Effect: Allow, Action: 'lambda:InvokeFunction', Resource: {'Fn::GetAtt': [Records, Arn]}}
                 Deployer:
                   Type: AWS::IAM::Role
                   Properties:
                     RoleName: deployer
                     AssumeRolePolicyDocument: {Statement: []}
                     Policies:
                       - PolicyName: calls
                         PolicyDocument:
                           Statement:
                             - Effect: Allow
                               Action: ['cloudformation:CreateStack', 'cloudformation:DescribeStacks']
                               Resource: 'arn:aws:cloudformation:us-east-1:000000000000:stack/tenant-*/*'
                             - {Effect: Allow, Action: 's3:GetObject', Resource: 'arn:aws:s3:::assets/tenant.json'}
                             - Effect: Allow
                               Action: 'iam:PassRole'
                               Resource: {'Fn::GetAtt': [Stacks, Arn]}
                               Condition: {StringEquals: {'iam:PassedToService': cloudformation.amazonaws.com}}
               """;
    }
}
