package dev.backplane.local.stacks;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.backplane.local.testing.Eventually;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.CreateStackRequest;
import software.amazon.awssdk.services.cloudformation.model.OnFailure;
import software.amazon.awssdk.services.cloudformation.model.Output;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.Stack;
import software.amazon.awssdk.services.cloudformation.model.Tag;

final class StackLifeTest {
    private static final String TEMPLATE = StacksWorld.yaml("""
            Parameters:
              Version: {Type: String}
              Mode: {Type: String, Default: ok}
              DeleteMode: {Type: String, Default: ok}
              Records: {Type: String, Default: 'arn:aws:lambda:us-east-1:000000000000:function:records'}
            Resources:
              Record:
                Type: Custom::Record
                DependsOn: [Alarm]
                Properties:
                  ServiceToken: {Ref: Records}
                  ServiceTimeout: 5
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

    private StacksWorld world;
    private CloudFormationClient client;

    @BeforeEach
    void start() {
        world = new StacksWorld(folder, Optional.empty());
        client = world.owner();
    }

    @AfterEach
    void stop() {
        client.close();
        world.close();
    }

    @Test
    void create_makesEverythingInOrder() {
        String id = create("tenant-a", create -> create.tags(tag("TenantId", "a")));

        world.await(id, StackStatus.CREATE_COMPLETE);
        assertThat(world.events(id))
                .containsExactly(
                        "tenant-a CREATE_IN_PROGRESS User Initiated",
                        "Queue CREATE_IN_PROGRESS",
                        "Queue CREATE_IN_PROGRESS Resource creation Initiated",
                        "Queue CREATE_COMPLETE",
                        "Alarm CREATE_IN_PROGRESS",
                        "Alarm CREATE_IN_PROGRESS Resource creation Initiated",
                        "Alarm CREATE_COMPLETE",
                        "Record CREATE_IN_PROGRESS",
                        "Record CREATE_COMPLETE",
                        "tenant-a CREATE_COMPLETE");
        Stack stack = describe("tenant-a");
        assertThat(stack.outputs())
                .extracting(Output::outputKey, Output::outputValue)
                .containsExactly(
                        tuple("QueueUrl", "https://sqs.us-east-1.amazonaws.com/000000000000/tenant-a-inbound"),
                        tuple("Greeting", "hello record-of-tenant-a"));
        assertThat(stack.tags()).containsExactly(tag("TenantId", "a"));
        assertThat(stack.parameters()).contains(parameter("Mode", "ok"), parameter("Version", "1.0.0"));
        assertThat(world.queues.names()).contains("tenant-a-inbound");
    }

    @Test
    void create_tellsTheFunctionWhatAwsTells() {
        String id = create("tenant-a", create -> {});

        world.await(id, StackStatus.CREATE_COMPLETE);
        assertThatJson(world.told().getFirst().toString()).isEqualTo("""
                        {
                          "RequestType": "Create",
                          "ServiceToken": "arn:aws:lambda:us-east-1:000000000000:function:records",
                          "ResponseURL": "${json-unit.regex}https://cloudformation-custom-resource-response-useast1[.]s3[.]amazonaws[.]com/arn%3Aaws%3Acloudformation.*",
                          "RequestId": "${json-unit.any-string}",
                          "StackId": "${json-unit.regex}arn:aws:cloudformation:us-east-1:000000000000:stack/tenant-a/[0-9a-f-]{36}",
                          "LogicalResourceId": "Record",
                          "ResourceType": "Custom::Record",
                          "ResourceProperties": {
                            "ServiceToken": "arn:aws:lambda:us-east-1:000000000000:function:records",
                            "ServiceTimeout": "5",
                            "Version": "1.0.0",
                            "Mode": "ok",
                            "DeleteMode": "ok",
                            "Id": "record-of-tenant-a",
                            "Queue": "arn:aws:sqs:us-east-1:000000000000:tenant-a-inbound"
                          }
                        }
                        """);
    }

    @Test
    void create_whenItFails_takesEverythingBack() {
        world.stacks().failNext("tenant-a", "Alarm", "limit of 5000 alarms reached");

        String id = create("tenant-a", create -> {});

        world.await(id, StackStatus.ROLLBACK_COMPLETE);
        assertThat(world.events(id))
                .contains(
                        "Alarm CREATE_FAILED limit of 5000 alarms reached",
                        "tenant-a ROLLBACK_IN_PROGRESS The following resource(s) failed to create: [Alarm]. Rollback"
                                + " requested by user.",
                        "Queue DELETE_COMPLETE");
        assertThat(world.queues.names()).doesNotContain("tenant-a-inbound");
        assertThat(world.told()).isEmpty();
        assertThatThrownBy(() -> update("tenant-a", "2.0.0"))
                .hasMessageContaining("Stack:" + id + " is in ROLLBACK_COMPLETE state and can not be updated.");
        assertThatThrownBy(() -> create("tenant-a", create -> {})).hasMessageContaining("[tenant-a] already exists");
    }

    @Test
    void create_whenItFailsAndIsToBeDeleted_isFoundByItsIdOnly() {
        String id = create(
                "tenant-a",
                create -> create.onFailure(OnFailure.DELETE)
                        .parameters(parameter("Version", "1.0.0"), parameter("Mode", "fail")));

        world.await(id, StackStatus.DELETE_COMPLETE);
        assertThat(world.events(id))
                .anySatisfy(event -> assertThat(event)
                        .startsWith(
                                "Record CREATE_FAILED Received response status [FAILED] from custom resource. Message"
                                        + " returned: told to fail (RequestId: "));
        assertThatThrownBy(() -> describe("tenant-a")).hasMessageContaining("Stack with id tenant-a does not exist");
        assertThat(describe(id).deletionTime()).isNotNull();
        world.await(create("tenant-a", create -> {}), StackStatus.CREATE_COMPLETE);
    }

    @Test
    void create_whenItFailsAndNothingIsToBeDone_staysAsItIs() {
        world.stacks().failNext("tenant-a", "Alarm", "no");

        String id = create("tenant-a", create -> create.onFailure(OnFailure.DO_NOTHING));

        world.await(id, StackStatus.CREATE_FAILED);
        assertThat(world.queues.names()).contains("tenant-a-inbound");
    }

    @Test
    void create_whenTheFunctionThrows_failsAndTellsItToDelete() {
        String id = create(
                "tenant-a", create -> create.parameters(parameter("Version", "1.0.0"), parameter("Mode", "throw")));

        world.await(id, StackStatus.ROLLBACK_COMPLETE);
        assertThat(world.events(id))
                .anySatisfy(event -> assertThat(event)
                        .startsWith("Record CREATE_FAILED CloudFormation did not receive a response from your Custom"
                                + " Resource."));
        assertThat(world.told())
                .extracting(event -> event.path("RequestType").asText())
                .containsExactly("Create", "Create", "Create", "Delete");
    }

    @Test
    void update_changesWhatChanged() {
        String id = create("tenant-a", create -> {});
        world.await(id, StackStatus.CREATE_COMPLETE);

        update("tenant-a", "2.0.0");

        world.await(id, StackStatus.UPDATE_COMPLETE);
        assertThat(world.events(id).subList(10, world.events(id).size()))
                .containsExactly(
                        "tenant-a UPDATE_IN_PROGRESS User Initiated",
                        "Record UPDATE_IN_PROGRESS",
                        "Record UPDATE_COMPLETE",
                        "tenant-a UPDATE_COMPLETE_CLEANUP_IN_PROGRESS",
                        "tenant-a UPDATE_COMPLETE");
        assertThat(world.told().getLast().path("PhysicalResourceId").asText()).isEqualTo("record-of-tenant-a");
        assertThat(world.told().getLast().at("/OldResourceProperties/Version").asText())
                .isEqualTo("1.0.0");
        assertThatThrownBy(() -> update("tenant-a", "2.0.0")).hasMessageContaining("No updates are to be performed.");
    }

    @Test
    void update_whenItFails_goesBack() {
        String id = create("tenant-a", create -> {});
        world.await(id, StackStatus.CREATE_COMPLETE);
        world.stacks().failNext("tenant-a", "Record", "not today");

        update("tenant-a", "2.0.0");

        world.await(id, StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(world.events(id))
                .contains(
                        "Record UPDATE_FAILED not today",
                        "tenant-a UPDATE_ROLLBACK_IN_PROGRESS The following resource(s) failed to update: [Record]. ");
        assertThat(describe("tenant-a").parameters()).contains(parameter("Version", "1.0.0"));
    }

    @Test
    void update_whenTheFunctionGivesAnotherId_deletesTheOldOne() {
        String template = TEMPLATE.replace("record-of-${AWS::StackName}", "record-${Version}");
        String id = client.createStack(create ->
                        create.stackName("tenant-a").templateBody(template).parameters(parameter("Version", "1.0.0")))
                .stackId();
        world.await(id, StackStatus.CREATE_COMPLETE);

        client.updateStack(update ->
                update.stackName("tenant-a").templateBody(template).parameters(parameter("Version", "2.0.0")));

        world.await(id, StackStatus.UPDATE_COMPLETE);
        assertThat(world.told())
                .extracting(event -> event.path("RequestType").asText() + " "
                        + event.path("PhysicalResourceId").asText())
                .containsExactly("Create ", "Update record-1.0.0", "Delete record-1.0.0");
    }

    @Test
    void delete_deletesLastFirst() {
        String id = create("tenant-a", create -> {});
        world.await(id, StackStatus.CREATE_COMPLETE);

        client.deleteStack(delete -> delete.stackName("tenant-a"));

        world.await(id, StackStatus.DELETE_COMPLETE);
        List<String> events = world.events(id);
        assertThat(events.subList(10, events.size()))
                .containsExactly(
                        "tenant-a DELETE_IN_PROGRESS User Initiated",
                        "Record DELETE_IN_PROGRESS",
                        "Record DELETE_COMPLETE",
                        "Alarm DELETE_IN_PROGRESS",
                        "Alarm DELETE_COMPLETE",
                        "Queue DELETE_IN_PROGRESS",
                        "Queue DELETE_COMPLETE",
                        "tenant-a DELETE_COMPLETE");
        assertThat(world.queues.names()).doesNotContain("tenant-a-inbound");
        client.deleteStack(delete -> delete.stackName("tenant-a"));
    }

    @Test
    void delete_whenItFails_canBeRepeated() {
        String id = create("tenant-a", create -> {});
        world.await(id, StackStatus.CREATE_COMPLETE);
        world.stacks().failNext("tenant-a", "Record", "still in use");

        client.deleteStack(delete -> delete.stackName("tenant-a"));

        world.await(id, StackStatus.DELETE_FAILED);
        assertThat(describe("tenant-a").stackStatusReason())
                .isEqualTo("The following resource(s) failed to delete: [Record]. ");
        assertThat(world.queues.names()).contains("tenant-a-inbound");
        client.deleteStack(delete -> delete.stackName("tenant-a"));
        world.await(id, StackStatus.DELETE_COMPLETE);
    }

    @Test
    void delete_whileTheStackIsMade_breaksThatOff() {
        try (Stacks.Hold _ = world.stacks().hold("tenant-.*", "Record")) {
            String id = create("tenant-a", create -> {});
            Eventually.assertThat(
                    () -> world.events(id), events -> assertThat(events).contains("Record CREATE_IN_PROGRESS"));
            assertThatThrownBy(() -> update("tenant-a", "2.0.0"))
                    .hasMessageContaining("is in CREATE_IN_PROGRESS state and can not be updated");

            client.deleteStack(delete -> delete.stackName(id));

            world.await(id, StackStatus.DELETE_COMPLETE);
            assertThat(world.events(id)).contains("Record CREATE_FAILED Resource creation cancelled");
            assertThat(world.queues.names()).doesNotContain("tenant-a-inbound");
        }
    }

    @Test
    void delete_whileTheStackIsUpdated_isRefused() {
        String id = create("tenant-a", create -> {});
        world.await(id, StackStatus.CREATE_COMPLETE);
        try (Stacks.Hold _ = world.stacks().hold("tenant-a", "Record")) {
            update("tenant-a", "2.0.0");

            assertThatThrownBy(() -> client.deleteStack(delete -> delete.stackName("tenant-a")))
                    .hasMessageContaining("Stack [tenant-a] cannot be deleted while in status UPDATE_IN_PROGRESS");
        }
        world.await(id, StackStatus.UPDATE_COMPLETE);
    }

    private String create(String name, Consumer<CreateStackRequest.Builder> more) {
        CreateStackRequest.Builder request = CreateStackRequest.builder()
                .stackName(name)
                .templateBody(TEMPLATE)
                .parameters(parameter("Version", "1.0.0"));
        more.accept(request);
        return client.createStack(request.build()).stackId();
    }

    private void update(String name, String version) {
        client.updateStack(
                update -> update.stackName(name).usePreviousTemplate(true).parameters(parameter("Version", version)));
    }

    private Stack describe(String nameOrId) {
        return client.describeStacks(describe -> describe.stackName(nameOrId))
                .stacks()
                .getFirst();
    }

    private static Parameter parameter(String key, String value) {
        return Parameter.builder().parameterKey(key).parameterValue(value).build();
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }
}
