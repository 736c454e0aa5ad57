package dev.backplane.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.eventbridge.BusEvent;
import dev.backplane.local.sqs.Queues;
import dev.backplane.local.testing.Assembly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** A small cloud for tests: a table with TTL, a queue of jobs, and a function that publishes both on a bus. */
record JobsCloud(LocalCloud cloud, EngineHttpClient http) implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    static LocalCloud.Options options(Path folder) {
        new Assembly(folder).stack("Jobs", template());
        return LocalCloud.Options.of(folder);
    }

    static JobsCloud start(LocalCloud.Options options) {
        return new JobsCloud(LocalCloud.start(options), new EngineHttpClient());
    }

    /** Writes directly to the engine, so that the local cloud is not notified. */
    void put(String key, long expiry) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("TableName", "Jobs");
        request.putObject("Item")
                .<ObjectNode>set("pk", JsonNodeFactory.instance.objectNode().put("S", key))
                .set("exDt", JsonNodeFactory.instance.objectNode().put("N", String.valueOf(expiry)));
        new Engine(http, cloud.dynamoEndpoint(), "DynamoDB_20120810").call("PutItem", request);
    }

    void send(String body) {
        ObjectNode request = JsonNodeFactory.instance
                .objectNode()
                .put("QueueUrl", Queues.url("jobs"))
                .put("MessageBody", body);
        request.putObject("MessageAttributes")
                .putObject("kind")
                .put("DataType", "String")
                .put("StringValue", "test");
        sqs().call("SendMessage", request);
    }

    int count(String queue, String attribute) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("QueueUrl", Queues.url(queue));
        request.putArray("AttributeNames").add("All");
        return sqs().call("GetQueueAttributes", request)
                .path("Attributes")
                .path(attribute)
                .asInt();
    }

    Engine sqs() {
        return new Engine(http, cloud.queueEndpoint(), "AmazonSQS");
    }

    /** Returns the records that reached the bus. */
    List<JsonNode> records() {
        return cloud.buses().events().stream()
                .map(BusEvent::detail)
                .map(detail -> json(detail.path("change").asText()))
                .toList();
    }

    /** Returns the removals that reached the bus: the key, and who removed it. */
    List<String> removals() {
        return records().stream()
                .filter(change -> change.path("eventName").asText().equals("REMOVE"))
                .map(change -> change.at("/dynamodb/Keys/pk/S").asText() + " by "
                        + change.at("/userIdentity/principalId").asText("user"))
                .toList();
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
                     TableName: Jobs
                     BillingMode: PAY_PER_REQUEST
                     KeySchema: [{AttributeName: pk, KeyType: HASH}]
                     AttributeDefinitions: [{AttributeName: pk, AttributeType: S}, {AttributeName: rgn, AttributeType: S}]
                     GlobalSecondaryIndexes:
                       - {IndexName: sparse, KeySchema: [{AttributeName: rgn, KeyType: HASH}], Projection: {ProjectionType: ALL}}
                     StreamSpecification: {StreamViewType: NEW_AND_OLD_IMAGES}
                     TimeToLiveSpecification: {AttributeName: exDt, Enabled: true}
                 Bus: {Type: AWS::Events::EventBus, Properties: {Name: jobs}}
                 Logs: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: forward}}
                 Queue: {Type: AWS::SQS::Queue, Properties: {QueueName: jobs, VisibilityTimeout: 30, RedrivePolicy: {deadLetterTargetArn: {'Fn::GetAtt': [Lost, Arn]}, maxReceiveCount: 2}}}
                 Lost: {Type: AWS::SQS::Queue, Properties: {QueueName: lost}}
                 Role:
                   Type: AWS::IAM::Role
                   Properties:
                     AssumeRolePolicyDocument:
                       Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                     Policies:
                       - PolicyName: calls
                         PolicyDocument:
                           Statement:
                             - {Effect: Allow, Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: {'Fn::GetAtt': [Logs, Arn]}}
                             - {Effect: Allow, Action: 'events:PutEvents', Resource: {'Fn::GetAtt': [Bus, Arn]}}
                             - {Effect: Allow, Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], Resource: {'Fn::GetAtt': [Queue, Arn]}}
                             - {Effect: Allow, Action: ['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords'], Resource: {'Fn::GetAtt': [Table, StreamArn]}}
                             - {Effect: Allow, Action: 'dynamodb:ListStreams', Resource: '*'}
                 Forward:
                   Type: AWS::Lambda::Function
                   Properties:
                     FunctionName: jobs-Forward
                     Handler: dev.backplane.local.ForwardingHandler::handleRequest
                     Role: {'Fn::GetAtt': [Role, Arn]}
                     Timeout: 20
                     Environment: {Variables: {EVENT_BUS: {Ref: Bus}}}
                     LoggingConfig: {LogGroup: {Ref: Logs}}
                 Changes:
                   Type: AWS::Lambda::EventSourceMapping
                   Properties:
                     FunctionName: {'Fn::GetAtt': [Forward, Arn]}
                     EventSourceArn: {'Fn::GetAtt': [Table, StreamArn]}
                     StartingPosition: TRIM_HORIZON
                 Messages:
                   Type: AWS::Lambda::EventSourceMapping
                   Properties:
                     FunctionName: {'Fn::GetAtt': [Forward, Arn]}
                     EventSourceArn: {'Fn::GetAtt': [Queue, Arn]}
                     BatchSize: 5
                     FunctionResponseTypes: [ReportBatchItemFailures]
                     ScalingConfig: {MaximumConcurrency: 5}
               """;
    }
}
