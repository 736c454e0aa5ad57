package dev.backplane.local.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.AlreadyExistsException;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;
import software.amazon.awssdk.services.cloudformation.model.DescribeStackEventsResponse;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.TokenAlreadyExistsException;

final class StackCallsTest {

    private static final String TEMPLATE = StackTestCloud.yaml("""
            Parameters:
              Seconds: {Type: Number, Default: 30}
              Stage: {Type: String, Default: dev}
            Resources:
              Queue: {Type: AWS::SQS::Queue, Properties: {VisibilityTimeout: {Ref: Seconds}}}
            """);

    @TempDir
    private Path folder;

    private StackTestCloud world;
    private CloudFormationClient owner;

    @BeforeEach
    void start() {
        world = new StackTestCloud(folder, Optional.empty());
        owner = world.owner();
    }

    @AfterEach
    void stop() {
        owner.close();
        world.close();
    }

    @Test
    void describe_whenThereIsNoSuchStack_isRefused() {
        assertThatThrownBy(() -> owner.describeStacks(describe -> describe.stackName("tenant-x")))
                .isInstanceOfSatisfying(CloudFormationException.class, refused -> {
                    assertThat(refused.statusCode()).isEqualTo(400);
                    assertThat(refused.awsErrorDetails().errorCode()).isEqualTo("ValidationError");
                    assertThat(refused.awsErrorDetails().errorMessage())
                            .isEqualTo("Stack with id tenant-x does not exist");
                });
        assertThatThrownBy(() -> owner.describeStackEvents(describe -> describe.stackName("tenant-x")))
                .hasMessageContaining("Stack [tenant-x] does not exist");
        owner.deleteStack(delete -> delete.stackName("tenant-x"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {                                                    | Template format error: JSON not well-formed.
            {"Resources":{}}                                     | At least one Resources member must be defined.
            {"Resources":{"A":{"Type":"T","DependsOn":"B"}}}     | Unresolved resource dependencies [B] in the Resources block
            {"Resources":{"A":{"Type":"T","Properties":{"X":{"Ref":"A"}}}}} | Circular dependency between resources: [A]
            {"Transform":"x","Resources":{"A":{"Type":"T"}}}     | The local cloud does not support the template sections [Transform]
            """)
    void create_whenTheTemplateIsWrong_isRefused(String template, String message) {
        assertThatThrownBy(() ->
                        owner.createStack(create -> create.stackName("tenant-a").templateBody(template)))
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Other   | 1    | Parameters: [Other] do not exist in the template
            """)
    void create_whenAParameterIsWrong_isRefused(String key, String value, String message) {
        assertThatThrownBy(() -> owner.createStack(create -> create.stackName("tenant-a")
                        .templateBody(TEMPLATE)
                        .parameters(Parameter.builder()
                                .parameterKey(key)
                                .parameterValue(value)
                                .build())))
                .hasMessageContaining(message);
    }

    @Test
    void create_whenAParameterHasAConstraint_isRefused() {
        String template = TEMPLATE.replace("\"Default\":\"dev\"", "\"Default\":\"dev\",\"AllowedPattern\":\"d.*\"");

        assertThatThrownBy(() ->
                        owner.createStack(create -> create.stackName("tenant-a").templateBody(template)))
                .hasMessageContaining("The local cloud does not support the parameter Stage");
    }

    @Test
    void create_whenAParameterIsMissing_isRefused() {
        String template = TEMPLATE.replace(",\"Default\":\"dev\"", "");

        assertThatThrownBy(() ->
                        owner.createStack(create -> create.stackName("tenant-a").templateBody(template)))
                .hasMessageContaining("Parameters: [Stage] must have values");
    }

    @Test
    void create_whenNotKnownHowTo_isRefused() {
        assertThatThrownBy(() -> owner.createStack(create ->
                        create.stackName("tenant-a").templateBody(TEMPLATE).timeoutInMinutes(5)))
                .hasMessageContaining("The local cloud does not support [TimeoutInMinutes] of CreateStack");
        assertThatThrownBy(() -> owner.describeChangeSet(describe -> describe.changeSetName("a")))
                .hasMessageContaining("does not support");
        assertThatThrownBy(
                        () -> owner.createStack(create -> create.stackName("1").templateBody(TEMPLATE)))
                .hasMessageContaining("Value '1' at 'stackName' failed to satisfy constraint");
    }

    @Test
    void create_whenATypeOrPropertyIsUnknown_failsWithItsName() {
        String type = owner.createStack(create -> create.stackName("tenant-a")
                        .templateBody("{\"Resources\":{\"Topic\":{\"Type\":\"AWS::SNS::Topic\"}}}"))
                .stackId();
        String property = owner.createStack(
                        create -> create.stackName("tenant-b")
                                .templateBody(
                                        "{\"Resources\":{\"Queue\":{\"Type\":\"AWS::SQS::Queue\",\"Properties\":{\"Size\":1}}}}"))
                .stackId();

        world.await(type, StackStatus.ROLLBACK_COMPLETE);
        world.await(property, StackStatus.ROLLBACK_COMPLETE);
        assertThat(world.events(type))
                .contains("Topic CREATE_FAILED Type AWS::SNS::Topic is not supported in stacks of the local cloud");
        assertThat(world.events(property))
                .contains(
                        "Queue CREATE_FAILED Properties [Size] of AWS::SQS::Queue are not supported by the local cloud");
    }

    @Test
    void create_withTheSameToken_isTheSameStack() {
        String first = create("tenant-a", "token-1");

        assertThat(create("tenant-a", "token-1")).isEqualTo(first);
        assertThatThrownBy(() -> create("tenant-a", "token-2")).isInstanceOf(AlreadyExistsException.class);
        assertThat(world.stacks().countNamed("tenant-a")).isEqualTo(1);
    }

    @Test
    void update_withTheSameToken_isTheSameUpdate() {
        String id = create("tenant-a", "token-1");
        world.await(id, StackStatus.CREATE_COMPLETE);
        assertThatThrownBy(() -> update("60", "token-1")).isInstanceOf(TokenAlreadyExistsException.class);

        update("60", "token-2");
        update("60", "token-2");

        world.await(id, StackStatus.UPDATE_COMPLETE);
        update("60", "token-2");
        assertThat(world.events(id)).containsOnlyOnce("tenant-a UPDATE_IN_PROGRESS User Initiated");
    }

    @Test
    void describe_tellsWhatThereIs() {
        String id = create("tenant-a", "token-1");
        world.await(id, StackStatus.CREATE_COMPLETE);

        assertThat(owner.getTemplate(get -> get.stackName("tenant-a")).templateBody())
                .isEqualTo(TEMPLATE);
        assertThat(owner.describeStacks().stacks()).hasSize(1);
        assertThat(owner.describeStackEvents(describe -> describe.stackName(id)).stackEvents())
                .allSatisfy(event -> assertThat(event.clientRequestToken()).isEqualTo("token-1"));
    }

    @Test
    void events_comeInPagesNewestFirst() {
        StringBuilder template = new StringBuilder("{\"Resources\":{");
        for (int i = 0; i < 40; i++) {
            template.append(i == 0 ? "" : ",")
                    .append("\"A")
                    .append(i)
                    .append("\":{\"Type\":\"AWS::CloudWatch::Alarm\"}");
        }
        String id = owner.createStack(create -> create.stackName("tenant-a")
                        .templateBody(template.append("}}").toString()))
                .stackId();
        world.await(id, StackStatus.CREATE_COMPLETE);

        DescribeStackEventsResponse first = owner.describeStackEvents(describe -> describe.stackName(id));

        assertThat(first.stackEvents()).hasSize(100);
        assertThat(first.stackEvents().getFirst().resourceStatusAsString()).isEqualTo("CREATE_COMPLETE");
        assertThat(owner.describeStackEvents(describe -> describe.stackName(id).nextToken(first.nextToken())))
                .satisfies(second -> {
                    assertThat(second.stackEvents()).hasSize(22);
                    assertThat(second.stackEvents().getLast().resourceStatusReason())
                            .isEqualTo("User Initiated");
                    assertThat(second.nextToken()).isNull();
                });
    }

    private String create(String name, String token) {
        return owner.createStack(
                        create -> create.stackName(name).templateBody(TEMPLATE).clientRequestToken(token))
                .stackId();
    }

    private void update(String seconds, String token) {
        owner.updateStack(update -> update.stackName("tenant-a")
                .templateBody(TEMPLATE)
                .clientRequestToken(token)
                .parameters(Parameter.builder()
                        .parameterKey("Seconds")
                        .parameterValue(seconds)
                        .build()));
    }
}
