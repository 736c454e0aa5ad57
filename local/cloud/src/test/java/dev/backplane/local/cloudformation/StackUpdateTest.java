package dev.backplane.local.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.cloudformation.model.StackEvent;

final class StackUpdateTest extends StackFixture {

    @Test
    void update_changesWhatChanged() {
        String id = created("tenant-a");

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
        String id = created("tenant-a");
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
    void update_whenAQueueGetsAnotherName_replacesIt() {
        String id = created("tenant-a");

        client.updateStack(update -> update.stackName("tenant-a")
                .templateBody(TEMPLATE.replace("-inbound", "-other"))
                .parameters(parameter("Version", "1.0.0")));

        world.await(id, StackStatus.UPDATE_COMPLETE);
        assertThat(world.queues.names()).contains("tenant-a-other").doesNotContain("tenant-a-inbound");
        assertThat(world.events(id).subList(10, world.events(id).size()))
                .containsSubsequence(
                        "Queue UPDATE_COMPLETE",
                        "Alarm UPDATE_COMPLETE",
                        "Record UPDATE_COMPLETE",
                        "tenant-a UPDATE_COMPLETE_CLEANUP_IN_PROGRESS",
                        "Queue DELETE_COMPLETE",
                        "tenant-a UPDATE_COMPLETE");
    }

    @Test
    void update_whenItFailsAfterAReplacement_keepsTheOldOne() {
        String id = created("tenant-a");
        world.stacks().failNext("tenant-a", "Record", "not today");

        client.updateStack(update -> update.stackName("tenant-a")
                .templateBody(TEMPLATE.replace("-inbound", "-other"))
                .parameters(parameter("Version", "1.0.0")));

        world.await(id, StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(world.queues.names()).contains("tenant-a-inbound").doesNotContain("tenant-a-other");
        assertThat(describe("tenant-a").outputs())
                .anySatisfy(output -> assertThat(output.outputValue()).endsWith("/tenant-a-inbound"));
    }

    @Test
    void update_addsAndRemovesResources() {
        String id = created("tenant-a");
        String template = StackTestCloud.yaml("""
                Resources:
                  Queue: {Type: AWS::SQS::Queue, Properties: {QueueName: tenant-a-inbound, VisibilityTimeout: 900, SqsManagedSseEnabled: true, MessageRetentionPeriod: 1209600, RedrivePolicy: {deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:lost', maxReceiveCount: 10}}}
                  More: {Type: AWS::SQS::Queue}
                """);

        client.updateStack(update -> update.stackName("tenant-a").templateBody(template));

        world.await(id, StackStatus.UPDATE_COMPLETE);
        assertThat(client.describeStackEvents(describe -> describe.stackName(id))
                        .stackEvents())
                .filteredOn(event -> event.resourceStatusAsString().equals("CREATE_COMPLETE"))
                .extracting(StackEvent::logicalResourceId)
                .contains("Queue", "More");
        assertThat(world.told().getLast().path("RequestType").asText()).isEqualTo("Delete");
        assertThat(world.queues.names()).anyMatch(name -> name.startsWith("tenant-a-More-"));
    }
}
