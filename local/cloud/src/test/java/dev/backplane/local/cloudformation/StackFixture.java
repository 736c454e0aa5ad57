package dev.backplane.local.cloudformation;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.CreateStackRequest;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.Stack;
import software.amazon.awssdk.services.cloudformation.model.Tag;

/** Stacks with a queue, an alarm and a custom resource, like those of tenants. */
abstract class StackFixture {

    static final String TEMPLATE = StackTestCloud.yaml("""
            Parameters:
              Version: {Type: String}
              Mode: {Type: String, Default: ok}
              DeleteMode: {Type: String, Default: ok}
              Timeout: {Type: Number, Default: 5}
              Records: {Type: String, Default: 'arn:aws:lambda:us-east-1:000000000000:function:records'}
            Resources:
              Record:
                Type: Custom::Record
                DependsOn: [Alarm]
                Properties:
                  ServiceToken: {Ref: Records}
                  ServiceTimeout: {Ref: Timeout}
                  Version: {Ref: Version}
                  Mode: {Ref: Mode}
                  DeleteMode: {Ref: DeleteMode}
                  Id: {'Fn::Sub': 'record-of-${AWS::StackName}'}
                  Queue: {'Fn::GetAtt': [Queue, Arn]}
              Queue:
                Type: AWS::SQS::Queue
                Properties:
                  QueueName: {'Fn::Sub': '${AWS::StackName}-inbound'}
                  VisibilityTimeout: 900
                  SqsManagedSseEnabled: true
                  MessageRetentionPeriod: 1209600
                  RedrivePolicy: {deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:lost', maxReceiveCount: 10}
              Alarm:
                Type: AWS::CloudWatch::Alarm
                Properties:
                  Namespace: AWS/SQS
                  MetricName: ApproximateAgeOfOldestMessage
                  Dimensions: [{Name: QueueName, Value: {'Fn::GetAtt': [Queue, QueueName]}}]
                  Threshold: 21600
            Outputs:
              QueueUrl: {Value: {Ref: Queue}, Description: where to look}
              Greeting: {Value: {'Fn::GetAtt': [Record, Greeting]}}
            """);

    @TempDir
    private Path folder;

    StackTestCloud world;
    CloudFormationClient client;

    @BeforeEach
    void start() {
        world = new StackTestCloud(folder, Optional.empty());
        client = world.owner();
    }

    @AfterEach
    void stop() {
        client.close();
        world.close();
    }

    String create(String name, Consumer<CreateStackRequest.Builder> more) {
        CreateStackRequest.Builder request = CreateStackRequest.builder()
                .stackName(name)
                .templateBody(TEMPLATE)
                .parameters(parameter("Version", "1.0.0"));
        more.accept(request);
        return client.createStack(request.build()).stackId();
    }

    void update(String name, String version) {
        client.updateStack(
                update -> update.stackName(name).usePreviousTemplate(true).parameters(parameter("Version", version)));
    }

    Stack describe(String nameOrId) {
        return client.describeStacks(describe -> describe.stackName(nameOrId))
                .stacks()
                .getFirst();
    }

    /** Creates a stack and waits for its completion. */
    String created(String name) {
        String id = create(name, create -> {});
        world.await(id, StackStatus.CREATE_COMPLETE);
        return id;
    }

    static Parameter parameter(String key, String value) {
        return Parameter.builder().parameterKey(key).parameterValue(value).build();
    }

    static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }
}
