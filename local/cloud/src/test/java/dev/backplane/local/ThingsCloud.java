package dev.backplane.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.eventbridge.BusEvent;
import dev.backplane.local.sqs.Queues;
import dev.backplane.local.testing.Assembly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A small cloud for tests: a table whose changes a function publishes on a bus, and a failure queue. */
record ThingsCloud(LocalCloud cloud, EngineHttpClient http) implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    static LocalCloud.Options options(Path folder) {
        new Assembly(folder).stack("Things", template());
        return LocalCloud.Options.of(folder);
    }

    static ThingsCloud start(LocalCloud.Options options) {
        return new ThingsCloud(LocalCloud.start(options), new EngineHttpClient());
    }

    void put(String key) {
        JsonNode item = JsonNodeFactory.instance
                .objectNode()
                .put("TableName", "Things")
                .set("Item", json("{\"PK\": {\"S\": \"" + key + "\"}}"));
        new Engine(http, cloud.dynamoEndpoint(), "DynamoDB_20120810").call("PutItem", item);
    }

    /** Returns the stream records that reached the bus. */
    List<JsonNode> changes() {
        return cloud.buses().events().stream()
                .map(BusEvent::detail)
                .map(detail -> json(detail.path("change").asText()))
                .toList();
    }

    List<String> changedKeys() {
        return changes().stream()
                .map(change -> change.at("/dynamodb/Keys/PK/S").asText())
                .toList();
    }

    /** Returns the next message of the failure queue. */
    Optional<JsonNode> failure() {
        JsonNode request = JsonNodeFactory.instance.objectNode().put("QueueUrl", Queues.url("failures"));
        return new Engine(http, cloud.queueEndpoint(), "AmazonSQS")
                .call("ReceiveMessage", request)
                .path("Messages")
                .valueStream()
                .map(message -> json(message.path("Body").asText()))
                .findFirst();
    }

    @Override
    public void close() {
        http.close();
        cloud.close();
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String template() {
        return """
               Resources:
                 Table:
                   Type: AWS::DynamoDB::Table
                   Properties:
                     TableName: Things
                     BillingMode: PAY_PER_REQUEST
                     TableClass: STANDARD_INFREQUENT_ACCESS
                     DeletionProtectionEnabled: true
                     PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
                     KeySchema: [{AttributeName: PK, KeyType: HASH}]
                     AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
                     StreamSpecification: {StreamViewType: NEW_AND_OLD_IMAGES}
                 Bus: {Type: AWS::Events::EventBus, Properties: {Name: things}}
                 Logs: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: forward}}
                 Failures: {Type: AWS::SQS::Queue, Properties: {QueueName: failures, RedrivePolicy: {deadLetterTargetArn: {'Fn::GetAtt': [Lost, Arn]}, maxReceiveCount: 3}}}
                 Lost: {Type: AWS::SQS::Queue, Properties: {QueueName: lost, SqsManagedSseEnabled: true}}
                 Role:
                   Type: AWS::IAM::Role
                   Properties:
                     AssumeRolePolicyDocument:
                       Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                     Policies:
                       - PolicyName: calls
                         PolicyDocument:
                           Statement:
                             - Effect: Allow
                               Action: ['logs:CreateLogStream', 'logs:PutLogEvents']
                               Resource: {'Fn::GetAtt': [Logs, Arn]}
                             - {Effect: Allow, Action: 'events:PutEvents', Resource: {'Fn::GetAtt': [Bus, Arn]}}
                             - {Effect: Allow, Action: 'sqs:SendMessage', Resource: {'Fn::GetAtt': [Failures, Arn]}}
                             - Effect: Allow
                               Action: ['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords']
                               Resource: {'Fn::GetAtt': [Table, StreamArn]}
                             - {Effect: Allow, Action: 'dynamodb:ListStreams', Resource: '*'}
                 Forward:
                   Type: AWS::Lambda::Function
                   Properties:
                     FunctionName: things-Forward
                     Handler: dev.backplane.local.ForwardingHandler::handleRequest
                     Role: {'Fn::GetAtt': [Role, Arn]}
                     Timeout: 30
                     Environment: {Variables: {EVENT_BUS: {Ref: Bus}}}
                     LoggingConfig: {LogGroup: {Ref: Logs}}
                 Mapping:
                   Type: AWS::Lambda::EventSourceMapping
                   Properties:
                     FunctionName: {'Fn::GetAtt': [Forward, Arn]}
                     EventSourceArn: {'Fn::GetAtt': [Table, StreamArn]}
                     StartingPosition: TRIM_HORIZON
                     MaximumRetryAttempts: 1
                     BisectBatchOnFunctionError: true
                     DestinationConfig: {OnFailure: {Destination: {'Fn::GetAtt': [Failures, Arn]}}}
               """;
    }
}
