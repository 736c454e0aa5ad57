package dev.backplane.local.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.engines.QueueEngine;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.testing.Assembly;
import dev.backplane.local.testing.Eventually;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.ResourceNotFoundException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

final class SqsServiceTest {

    private static final String JOBS = "https://sqs.us-east-1.amazonaws.com/000000000000/jobs";
    private static final String JOBS_ARN = "arn:aws:sqs:us-east-1:000000000000:jobs";
    private static final String LOST_ARN = "arn:aws:sqs:us-east-1:000000000000:lost";
    private static final String LOST = "https://sqs.us-east-1.amazonaws.com/000000000000/lost";

    @TempDir
    private Path folder;

    private QueueEngine engine;
    private EngineHttpClient http;
    private SqsClient queues;
    private SqsClient mover;
    private SqsClient owner;

    @BeforeEach
    void start() {
        engine = QueueEngine.inMemory(Account.REGION, Account.ID);
        http = new EngineHttpClient();
        CloudTemplates templates = templates();
        Engine sqs = new Engine(http, engine.endpoint(), "AmazonSQS");
        Queues made = Queues.create(sqs, templates);
        Iam iam = Iam.of(templates);
        AwsNetwork network = new AwsNetwork(iam, List.of(new SqsService(sqs, made, iam)));
        owner = client(network.connectOwner());
        queues = client(network.connect(
                iam.role("arn:aws:iam::000000000000:role/worker").orElseThrow().as("Worker")));
        mover = client(network.connect(
                iam.role("arn:aws:iam::000000000000:role/mover").orElseThrow().as("Mover")));
    }

    @AfterEach
    void stop() {
        queues.close();
        mover.close();
        owner.close();
        http.close();
        engine.close();
    }

    @Test
    void send_singlyOrInABatch_needsOnePermission() {
        queues.sendMessage(message -> message.queueUrl(JOBS).messageBody("one"));
        queues.sendMessageBatch(batch -> batch.queueUrl(JOBS)
                .entries(SendMessageBatchRequestEntry.builder()
                        .id("1")
                        .messageBody("two")
                        .build()));

        assertThat(queues.receiveMessage(receive -> receive.queueUrl(JOBS).maxNumberOfMessages(10))
                        .messages())
                .extracting(Message::body)
                .containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void call_whenDenied_namesTheQueue() {
        assertThatThrownBy(() ->
                        queues.deleteMessage(delete -> delete.queueUrl(JOBS).receiptHandle("any")))
                .hasMessageContaining(
                        "sqs:DeleteMessage on resource: arn:aws:sqs:us-east-1:000000000000:jobs because no");
    }

    @Test
    void create_passesOnWhatTheTemplateSays() {
        assertThat(queues.getQueueAttributes(get -> get.queueUrl(JOBS).attributeNames(QueueAttributeName.ALL))
                        .attributes())
                .containsEntry(QueueAttributeName.VISIBILITY_TIMEOUT, "45")
                .containsEntry(
                        QueueAttributeName.REDRIVE_POLICY,
                        "{\"deadLetterTargetArn\":\"arn:aws:sqs:us-east-1:000000000000:lost\",\"maxReceiveCount\":3}");
    }

    @Test
    void deadLetters_areMovedBackToTheQueueTheyCameFrom() {
        owner.sendMessage(message -> message.queueUrl(LOST).messageBody("one"));

        owner.startMessageMoveTask(move -> move.sourceArn("arn:aws:sqs:us-east-1:000000000000:lost"));

        Eventually.assertThat(
                () -> queues.receiveMessage(receive -> receive.queueUrl(JOBS)).messages(),
                messages -> assertThat(messages).extracting(Message::body).containsExactly("one"));
        assertThatThrownBy(() ->
                        owner.startMessageMoveTask(move -> move.sourceArn("arn:aws:sqs:us-east-1:000000000000:jobs")))
                .hasMessageContaining("is the dead-letter queue of 0 queues");
    }

    @Test
    void redrive_needsThePermissionsOfAllItsCalls() {
        assertThatThrownBy(() -> queues.startMessageMoveTask(move -> move.sourceArn(LOST_ARN)))
                .hasMessageContaining("sqs:StartMessageMoveTask on resource: " + LOST_ARN + " because no");
        assertThatThrownBy(() -> mover.startMessageMoveTask(
                        move -> move.sourceArn(LOST_ARN).destinationArn(JOBS_ARN)))
                .hasMessageContaining("sqs:SendMessage on resource: " + JOBS_ARN + " because no");
        assertThatThrownBy(() -> queues.listMessageMoveTasks(list -> list.sourceArn(LOST_ARN)))
                .hasMessageContaining("sqs:ListMessageMoveTasks on resource: " + LOST_ARN + " because no");
        assertThat(mover.listMessageMoveTasks(list -> list.sourceArn(LOST_ARN)).results())
                .isEmpty();
    }

    @Test
    void redrive_ofAQueueThatDoesNotExist_isRefused() {
        assertThatThrownBy(() -> owner.startMessageMoveTask(move -> move.sourceArn(JOBS_ARN + "-2")))
                .isInstanceOf(ResourceNotFoundException.class)
                .hasMessageContaining("SourceArn");
        assertThatThrownBy(() -> owner.startMessageMoveTask(
                        move -> move.sourceArn(LOST_ARN).destinationArn(JOBS_ARN + "-2")))
                .isInstanceOf(ResourceNotFoundException.class)
                .hasMessageContaining("DestinationArn");
        assertThatThrownBy(() -> owner.listMessageMoveTasks(list -> list.sourceArn(JOBS_ARN + "-2")))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void redrive_thatHasEnded_keepsItsTotal_andHasNoHandle() {
        owner.sendMessage(message -> message.queueUrl(LOST).messageBody("one"));
        owner.sendMessage(message -> message.queueUrl(LOST).messageBody("two"));
        owner.startMessageMoveTask(move -> move.sourceArn(LOST_ARN).destinationArn(JOBS_ARN));

        Eventually.assertThat(
                () -> owner.listMessageMoveTasks(list -> list.sourceArn(LOST_ARN))
                        .results(),
                tasks -> assertThat(tasks).singleElement().satisfies(task -> {
                    assertThat(task.status()).isEqualTo("COMPLETED");
                    assertThat(task.approximateNumberOfMessagesMoved()).isEqualTo(2);
                    assertThat(task.approximateNumberOfMessagesToMove()).isEqualTo(2);
                    assertThat(task.taskHandle()).isNull();
                }));
    }

    private void setPolicy(String statement) {
        owner.setQueueAttributes(set -> set.queueUrl(JOBS)
                .attributesWithStrings(Map.of(
                        "Policy",
                        statement.isEmpty() ? "" : "{\"Version\":\"2012-10-17\",\"Statement\":[" + statement + "]}")));
    }

    private static String deny(String role) {
        return "{\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"sqs:*\",\"Resource\":\"" + JOBS_ARN
                + "\",\"Condition\":{\"ArnEquals\":{\"aws:PrincipalArn\":\"arn:aws:iam::000000000000:role/" + role
                + "\"}}}";
    }

    @Test
    void aPolicyOfAQueue_isEnforced_untilItIsRemoved() {
        queues.sendMessage(message -> message.queueUrl(JOBS).messageBody("one"));
        setPolicy(deny("worker"));
        assertThatThrownBy(() -> queues.receiveMessage(receive -> receive.queueUrl(JOBS)))
                .hasMessageContaining("with an explicit deny in a resource-based policy");
        setPolicy(deny("mover"));
        assertThat(queues.receiveMessage(receive -> receive.queueUrl(JOBS)).messages())
                .hasSize(1);
        assertThatThrownBy(() -> queues.setQueueAttributes(
                        set -> set.queueUrl(JOBS).attributesWithStrings(Map.of("Policy", ""))))
                .hasMessageContaining("sqs:SetQueueAttributes on resource: " + JOBS_ARN + " because no");
        setPolicy("");
        assertThat(policy()).isNull();
    }

    private @Nullable String policy() {
        return owner.getQueueAttributes(get -> get.queueUrl(JOBS).attributeNames(QueueAttributeName.POLICY))
                .attributes()
                .get(QueueAttributeName.POLICY);
    }

    @Test
    void aPolicyOfAQueue_isReturned_aloneOrWithAllAttributes() {
        assertThat(policy()).isNull();
        setPolicy(deny("worker"));
        assertThat(policy()).contains("\"Deny\"");
        assertThat(owner.getQueueAttributes(get -> get.queueUrl(JOBS).attributeNames(QueueAttributeName.ALL))
                        .attributes())
                .containsKeys(QueueAttributeName.POLICY, QueueAttributeName.VISIBILITY_TIMEOUT);
    }

    @Test
    void attributesThatCannotBeSet_areRefused() {
        assertThatThrownBy(() -> owner.setQueueAttributes(
                        set -> set.queueUrl(JOBS).attributesWithStrings(Map.of("VisibilityTimeout", "1"))))
                .hasMessageContaining("only the attribute Policy");
        assertThatThrownBy(() -> owner.setQueueAttributes(
                        set -> set.queueUrl(JOBS + "-2").attributesWithStrings(Map.of("Policy", ""))))
                .isInstanceOf(QueueDoesNotExistException.class);
        assertThatThrownBy(() -> owner.getQueueAttributes(
                        get -> get.queueUrl(JOBS + "-2").attributeNames(QueueAttributeName.POLICY)))
                .isInstanceOf(QueueDoesNotExistException.class);
        assertThatThrownBy(() -> setPolicy("{\"Effect\":\"Deny\",\"NotPrincipal\":\"*\"}"))
                .hasMessageContaining("NotPrincipal is not supported");
    }

    private static SqsClient client(SdkHttpClient network) {
        return SqsClient.builder()
                .httpClient(network)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .build();
    }

    private CloudTemplates templates() {
        new Assembly(folder).stack("Test", """
                        Resources:
                          Jobs:
                            Type: AWS::SQS::Queue
                            Properties:
                              QueueName: jobs
                              VisibilityTimeout: 45
                              SqsManagedSseEnabled: true
                              RedrivePolicy: {deadLetterTargetArn: {'Fn::GetAtt': [Lost, Arn]}, maxReceiveCount: 3}
                          Lost: {Type: AWS::SQS::Queue, Properties: {QueueName: lost, MessageRetentionPeriod: 1209600}}
                          Worker:
                            Type: AWS::IAM::Role
                            Properties:
                              RoleName: worker
                              AssumeRolePolicyDocument: {Statement: []}
                              Policies:
                                - PolicyName: calls
                                  PolicyDocument:
                                    Statement:
                                      - Effect: Allow
                                        Action: ['sqs:SendMessage', 'sqs:ReceiveMessage', 'sqs:GetQueueAttributes']
                                        Resource: {'Fn::GetAtt': [Jobs, Arn]}
                          Mover:
                            Type: AWS::IAM::Role
                            Properties:
                              RoleName: mover
                              AssumeRolePolicyDocument: {Statement: []}
                              Policies:
                                - PolicyName: calls
                                  PolicyDocument:
                                    Statement:
                                      - Effect: Allow
                                        Action:
                                          - 'sqs:StartMessageMoveTask'
                                          - 'sqs:ListMessageMoveTasks'
                                          - 'sqs:ReceiveMessage'
                                          - 'sqs:DeleteMessage'
                                          - 'sqs:GetQueueAttributes'
                                        Resource: {'Fn::GetAtt': [Lost, Arn]}
                        """);
        ResourceKinds kinds = new ResourceKinds().register(IamKinds.all()).register(List.of(QueueKind.kind()));
        return CloudTemplates.read(folder, kinds, TemplateEdit.NONE);
    }
}
