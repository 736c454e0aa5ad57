package dev.backplane.local.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.testing.Eventually;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StackDeletionTest extends StackFixture {

    @Test
    void delete_deletesLastFirst() {
        String id = created("tenant-a");

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
        String id = created("tenant-a");
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
        try (CloudFormation.Hold _ = world.stacks().hold("tenant-.*", "Record")) {
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
        String id = created("tenant-a");
        try (CloudFormation.Hold _ = world.stacks().hold("tenant-a", "Record")) {
            update("tenant-a", "2.0.0");

            assertThatThrownBy(() -> client.deleteStack(delete -> delete.stackName("tenant-a")))
                    .hasMessageContaining("Stack [tenant-a] cannot be deleted while in status UPDATE_IN_PROGRESS");
        }
        world.await(id, StackStatus.UPDATE_COMPLETE);
    }

    @Test
    void delete_leavesAloneWhatIsToBeRetained() {
        String id = client.createStack(create -> create.stackName("tenant-a")
                        .templateBody("{\"Resources\":{\"Queue\":{\"Type\":\"AWS::SQS::Queue\","
                                + "\"DeletionPolicy\":\"Retain\",\"Properties\":{\"QueueName\":\"kept\"}}}}"))
                .stackId();
        world.await(id, StackStatus.CREATE_COMPLETE);

        client.deleteStack(delete -> delete.stackName("tenant-a"));

        world.await(id, StackStatus.DELETE_COMPLETE);
        assertThat(world.events(id)).contains("Queue DELETE_SKIPPED");
        assertThat(world.queues.names()).contains("kept");
    }
}
