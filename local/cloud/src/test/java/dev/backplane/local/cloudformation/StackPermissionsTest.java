package dev.backplane.local.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.s3.S3Object;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;
import software.amazon.awssdk.services.cloudformation.model.Tag;

final class StackPermissionsTest {

    private static final String URL = "https://s3.us-east-1.amazonaws.com/assets/tenant.json";
    private static final String TEMPLATE = StackTestCloud.yaml("""
            Parameters:
              Seconds: {Type: Number, Default: 30}
            Resources:
              Queue: {Type: AWS::SQS::Queue, Properties: {VisibilityTimeout: {Ref: Seconds}}}
            """);

    @TempDir
    private Path folder;

    private StackTestCloud world;
    private CloudFormationClient owner;
    private CloudFormationClient deployer;

    @BeforeEach
    void start() {
        world = new StackTestCloud(folder, Optional.empty());
        owner = world.owner();
        deployer = world.as("deployer");
    }

    @AfterEach
    void stop() {
        deployer.close();
        owner.close();
        world.close();
    }

    @Test
    void create_byUrl_needsPermissionForTheObject() {
        world.assets.put(new S3Object("assets", "tenant.json"), TEMPLATE);
        world.assets.put(new S3Object("assets", "other.json"), TEMPLATE);

        String id = deploy(URL, StackTestCloud.STACK_ROLE);

        world.await(id, StackStatus.CREATE_COMPLETE);
        assertThatThrownBy(() -> deploy(URL.replace("tenant", "other"), StackTestCloud.STACK_ROLE))
                .hasMessageContaining("S3 error: Access Denied");
        assertThatThrownBy(() -> owner.createStack(
                        create -> create.stackName("tenant-b").templateURL(URL.replace("tenant", "none"))))
                .hasMessageContaining("S3 error: The specified key does not exist.");
        assertThatThrownBy(() ->
                        owner.createStack(create -> create.stackName("tenant-b").templateURL("https://example.com/a")))
                .hasMessageContaining("TemplateURL must be a supported URL.");
    }

    @Test
    void create_withARole_needsPermissionToPassIt() {
        world.assets.put(new S3Object("assets", "tenant.json"), TEMPLATE);

        assertThatThrownBy(() -> deploy(URL, "arn:aws:iam::000000000000:role/other"))
                .isInstanceOfSatisfying(CloudFormationException.class, denied -> {
                    assertThat(denied.statusCode()).isEqualTo(403);
                    assertThat(denied.awsErrorDetails().errorCode()).isEqualTo("AccessDenied");
                    assertThat(denied)
                            .hasMessageContaining("iam:PassRole on resource: arn:aws:iam::000000000000:role/other");
                });
        assertThatThrownBy(() -> owner.createStack(create -> create.stackName("tenant-a")
                        .templateBody(TEMPLATE)
                        .roleARN("arn:aws:iam::000000000000:role/deployer")))
                .hasMessageContaining("Role arn:aws:iam::000000000000:role/deployer is invalid or cannot be assumed");
    }

    @Test
    void create_withTags_needsPermissionForThemToo() {
        assertThatThrownBy(() -> deployer.createStack(create -> create.stackName("tenant-a")
                        .templateBody(TEMPLATE)
                        .tags(Tag.builder().key("TenantId").value("a").build())))
                .hasMessageContaining("cloudformation:TagResource on resource:"
                        + " arn:aws:cloudformation:us-east-1:000000000000:stack/tenant-a/*");
    }

    @Test
    void create_whenTheRoleMayNot_failsWithTheReason() {
        world.assets.put(
                new S3Object("assets", "tenant.json"),
                TEMPLATE.replace("\"Properties\":{", "\"Properties\":{\"QueueName\":\"other\","));

        String id = deploy(URL, StackTestCloud.STACK_ROLE);

        world.await(id, StackStatus.ROLLBACK_COMPLETE);
        assertThat(world.events(id))
                .anySatisfy(event -> assertThat(event)
                        .contains(
                                "Queue CREATE_FAILED",
                                "arn:aws:sts::000000000000:assumed-role/stacks/AWSCloudFormation is not authorized to"
                                        + " perform: sqs:CreateQueue on resource:"
                                        + " arn:aws:sqs:us-east-1:000000000000:other"));
    }

    @Test
    void create_withoutARole_usesTheCallersPermissions() {
        String id = deployer.createStack(create -> create.stackName("tenant-a").templateBody(TEMPLATE))
                .stackId();

        world.await(id, StackStatus.ROLLBACK_COMPLETE);
        assertThat(world.events(id))
                .anySatisfy(event -> assertThat(event).contains("assumed-role/deployer/Deployer is not authorized"));
        assertThatThrownBy(() -> deployer.deleteStack(delete -> delete.stackName("tenant-a")))
                .hasMessageContaining("cloudformation:DeleteStack on resource: " + id);
        assertThatThrownBy(() ->
                        deployer.createStack(create -> create.stackName("other").templateBody(TEMPLATE)))
                .hasMessageContaining(
                        "on resource: arn:aws:cloudformation:us-east-1:000000000000:stack/other/* because no");
    }

    private String deploy(String url, String role) {
        return deployer.createStack(
                        create -> create.stackName("tenant-a").templateURL(url).roleARN(role))
                .stackId();
    }
}
