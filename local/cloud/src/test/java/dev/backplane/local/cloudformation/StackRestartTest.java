package dev.backplane.local.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.testing.Eventually;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;

/** Queues are in memory here, so a restart only finds the stored stack. */
final class StackRestartTest {

    private static final String TEMPLATE = StackTestCloud.yaml("""
            Parameters: {Version: {Type: String, Default: '1'}}
            Resources:
              Queue: {Type: AWS::SQS::Queue, Properties: {QueueName: {'Fn::Sub': '${AWS::StackName}-inbound'}}}
              Record:
                Type: Custom::Record
                DependsOn: Queue
                Properties:
                  ServiceToken: 'arn:aws:lambda:us-east-1:000000000000:function:records'
                  Version: {Ref: Version}
            """);

    @TempDir
    private Path folder;

    @TempDir
    private Path data;

    @Test
    void stop_keepsStacks() {
        String id;
        try (StackTestCloud world = start()) {
            id = create(world);
            world.await(id, StackStatus.CREATE_COMPLETE);
        }
        try (StackTestCloud world = start()) {
            world.await(id, StackStatus.CREATE_COMPLETE);
            assertThat(world.events(id)).endsWith("tenant-a CREATE_COMPLETE");
            assertThat(world.stacks().summary()).containsExactly("tenant-a: CREATE_COMPLETE");
        }
    }

    @Test
    void stop_whileAStackIsMade_hasItTakenBackAtTheNextStart() {
        String id;
        try (StackTestCloud world = start()) {
            CloudFormation.Hold _ = world.stacks().hold("tenant-a", "Record");
            id = create(world);
            awaitEvent(world, id, "Record CREATE_IN_PROGRESS");
        }
        try (StackTestCloud world = start()) {
            world.await(id, StackStatus.ROLLBACK_COMPLETE);
            assertThat(world.events(id))
                    .contains(
                            "Record CREATE_FAILED The local cloud was stopped during the operation",
                            "Queue DELETE_COMPLETE");
        }
    }

    @Test
    void stop_whileAStackIsUpdated_hasItBroughtBackAtTheNextStart() {
        String id;
        try (StackTestCloud world = start()) {
            id = create(world);
            world.await(id, StackStatus.CREATE_COMPLETE);
            CloudFormation.Hold _ = world.stacks().hold("tenant-a", "Record");
            try (CloudFormationClient client = world.owner()) {
                client.updateStack(update -> update.stackName("tenant-a")
                        .templateBody(TEMPLATE.replace("\"Default\":\"1\"", "\"Default\":\"2\"")));
            }
            awaitEvent(world, id, "Record UPDATE_IN_PROGRESS");
        }
        try (StackTestCloud world = start()) {
            world.await(id, StackStatus.UPDATE_ROLLBACK_COMPLETE);
            assertThat(world.told().getLast().at("/ResourceProperties/Version").asText())
                    .isEqualTo("1");
        }
    }

    @Test
    void stop_whileAStackIsDeleted_hasItDeletedAtTheNextStart() {
        String id;
        try (StackTestCloud world = start()) {
            id = create(world);
            world.await(id, StackStatus.CREATE_COMPLETE);
            CloudFormation.Hold _ = world.stacks().hold("tenant-a", "Queue");
            try (CloudFormationClient client = world.owner()) {
                client.deleteStack(delete -> delete.stackName("tenant-a"));
            }
            awaitEvent(world, id, "Queue DELETE_IN_PROGRESS");
        }
        try (StackTestCloud world = start()) {
            world.await(id, StackStatus.DELETE_COMPLETE);
            assertThat(world.stacks().summary()).isEmpty();
        }
    }

    private StackTestCloud start() {
        return new StackTestCloud(folder, Optional.of(data));
    }

    private static String create(StackTestCloud world) {
        try (CloudFormationClient client = world.owner()) {
            return client.createStack(create -> create.stackName("tenant-a").templateBody(TEMPLATE))
                    .stackId();
        }
    }

    private static void awaitEvent(StackTestCloud world, String id, String event) {
        Eventually.assertThat(
                () -> world.events(id), events -> assertThat(events).contains(event));
    }
}
