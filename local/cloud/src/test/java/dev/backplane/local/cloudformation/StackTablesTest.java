package dev.backplane.local.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.account.Account;
import dev.backplane.local.engines.DynamoDbEngine;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.Capability;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;

/** Stacks with tables and roles. */
class StackTablesTest {

    private static final String TEMPLATE = """
            Parameters:
              Mode: {Type: String, Default: PAY_PER_REQUEST, AllowedValues: [PAY_PER_REQUEST, PROVISIONED]}
              Key: {Type: String, Default: id}
              Action: {Type: String, Default: 'dynamodb:GetItem'}
            Resources:
              Table:
                Type: AWS::DynamoDB::Table
                Properties:
                  TableName: {'Fn::Sub': '${AWS::StackName}-orders'}
                  BillingMode: {Ref: Mode}
                  KeySchema: [{AttributeName: {Ref: Key}, KeyType: HASH}]
                  AttributeDefinitions: [{AttributeName: {Ref: Key}, AttributeType: S}]
                  Tags: [{Key: a, Value: b}]
              Role:
                Type: AWS::IAM::Role
                Properties:
                  AssumeRolePolicyDocument:
                    Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {AWS: 'arn:aws:iam::000000000000:root'}}]
                  Policies:
                    - PolicyName: orders
                      PolicyDocument:
                        Statement: [{Effect: Allow, Action: {Ref: Action}, Resource: {'Fn::GetAtt': [Table, Arn]}}]
            Outputs:
              Role: {Value: {'Fn::GetAtt': [Role, Arn]}}
              Table: {Value: {Ref: Table}}
            """;

    private static DynamoDbEngine engine;

    @TempDir
    private Path folder;

    private StackTestCloud world;
    private CloudFormationClient client;

    @BeforeAll
    static void startEngine() {
        engine = DynamoDbEngine.inMemory();
    }

    @AfterAll
    static void stopEngine() {
        engine.close();
    }

    @BeforeEach
    void start() {
        start(Optional.of(folder.resolve("data")));
    }

    private void start(Optional<Path> data) {
        world = new StackTestCloud(folder, data, engine.endpoint());
        client = world.owner();
    }

    @AfterEach
    void stop() {
        client.close();
        world.close();
    }

    private String create(String name) {
        return client.createStack(create -> create.stackName(name)
                        .templateBody(StackTestCloud.yaml(TEMPLATE))
                        .capabilities(Capability.CAPABILITY_IAM))
                .stackId();
    }

    private void update(String stack, String parameter, String value) {
        client.updateStack(update -> update.stackName(stack)
                .usePreviousTemplate(true)
                .capabilities(Capability.CAPABILITY_IAM)
                .parameters(StackFixture.parameter(parameter, value)));
    }

    private String output(String stack, String name) {
        return client.describeStacks(describe -> describe.stackName(stack)).stacks().getFirst().outputs().stream()
                .filter(output -> output.outputKey().equals(name))
                .findFirst()
                .orElseThrow()
                .outputValue();
    }

    @Test
    void tableAndRole_liveAsLongAsTheirStack_alsoAcrossARestart() {
        String id = create("tenant-a");
        world.await(id, StackStatus.CREATE_COMPLETE);
        String role = output(id, "Role");
        assertThat(output(id, "Table")).isEqualTo("tenant-a-orders");
        assertThat(role).startsWith(Account.globalArn("iam", "role/tenant-a-Role-"));
        assertThat(world.iam.role(role)).isPresent();

        stop();
        start(Optional.of(folder.resolve("data")));
        assertThat(world.iam.role(role)).isPresent();

        update(id, "Action", "dynamodb:PutItem");
        world.await(id, StackStatus.UPDATE_COMPLETE);
        client.deleteStack(delete -> delete.stackName(id));
        world.await(id, StackStatus.DELETE_COMPLETE);
        assertThat(world.iam.role(role)).isEmpty();
        world.await(create("tenant-a"), StackStatus.CREATE_COMPLETE);
        client.deleteStack(delete -> delete.stackName("tenant-a"));
    }

    @Test
    void changeOfKeys_isRefused_andRolledBack() {
        String id = create("tenant-b");
        world.await(id, StackStatus.CREATE_COMPLETE);
        update(id, "Key", "name");
        world.await(id, StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(world.events(id))
                .anyMatch(event ->
                        event.contains("the local cloud cannot change [AttributeDefinitions, KeySchema] of a table"));
    }

    @Test
    void create_withoutPermissionForTables_fails() {
        String id = client.createStack(create -> create.stackName("tenant-c")
                        .templateBody(StackTestCloud.yaml(TEMPLATE))
                        .capabilities(Capability.CAPABILITY_IAM)
                        .roleARN(StackTestCloud.STACK_ROLE))
                .stackId();
        world.await(id, StackStatus.ROLLBACK_COMPLETE);
        assertThat(world.events(id))
                .anyMatch(event -> event.contains("is not authorized to perform: dynamodb:CreateTable"));
    }

    @Test
    void create_withoutTheCapabilityForRoles_isRefused() {
        assertThatThrownBy(() -> client.createStack(
                        create -> create.stackName("tenant-d").templateBody(StackTestCloud.yaml(TEMPLATE))))
                .isInstanceOfSatisfying(CloudFormationException.class, refused -> {
                    assertThat(refused.awsErrorDetails().errorCode()).isEqualTo("InsufficientCapabilitiesException");
                    assertThat(refused.awsErrorDetails().errorMessage())
                            .isEqualTo("Requires capabilities : [CAPABILITY_IAM]");
                });
        String named = StackTestCloud.yaml(TEMPLATE.replace("      AssumeRole", "      RoleName: r\n      AssumeRole"));
        assertThatThrownBy(() -> client.createStack(create ->
                        create.stackName("tenant-d").templateBody(named).capabilities(Capability.CAPABILITY_IAM)))
                .hasMessageContaining("Requires capabilities : [CAPABILITY_NAMED_IAM]");
    }

    @Test
    void parameterThatIsNotAllowed_isRefused() {
        assertThatThrownBy(() -> client.createStack(create -> create.stackName("tenant-e")
                        .templateBody(StackTestCloud.yaml(TEMPLATE))
                        .capabilities(Capability.CAPABILITY_IAM)
                        .parameters(StackFixture.parameter("Mode", "FREE"))))
                .hasMessageContaining("Parameter 'Mode' must be one of AllowedValues");
    }
}
