package dev.backplane.local.cloudformation;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.cloudformation.model.OnFailure;
import software.amazon.awssdk.services.cloudformation.model.Output;
import software.amazon.awssdk.services.cloudformation.model.Stack;

final class StackCreationTest extends StackFixture {

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
    void create_whenTheFunctionNeverAnswers_failsAfterTheTimeout() {
        String id = create(
                "tenant-a",
                create -> create.parameters(
                        parameter("Version", "1.0.0"), parameter("Mode", "silent"), parameter("Timeout", "1")));

        world.await(id, StackStatus.ROLLBACK_COMPLETE);
        assertThat(world.events(id))
                .anySatisfy(
                        event -> assertThat(event).startsWith("Record CREATE_FAILED CloudFormation did not receive"));
    }
}
