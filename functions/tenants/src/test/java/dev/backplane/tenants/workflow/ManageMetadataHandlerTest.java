package dev.backplane.tenants.workflow;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static dev.backplane.tenants.store.StoreFixture.olderRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;

class ManageMetadataHandlerTest {

    private static final String URL =
            "https://cloudformation-custom-resource-response-useast1.s3.amazonaws.com/a%3A1?X-Amz-Credential=A%2FB";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;
    private FakeAws aws;
    private TestPlatform platform;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        aws = new FakeAws(DYNAMO);
        platform = aws.platform(Map.of(TenantsSettings.TENANT_TABLE, stores.table()));
        creation("Started", 1);
    }

    private void creation(String status, int attempt) {
        stores.put(auditRow(ACME, "AUDIT#CREATE", status, "1.0.0", 1, attempt));
    }

    private void send(String type, String tenant, String stack, String url) {
        Map<String, String> row = metadataRow(ACME, "1.0.0");
        Invoke.with(new ManageMetadataHandler(platform.platform()), """
                {"RequestType":"%s","ResponseURL":"%s","StackId":"%s","RequestId":"request-1",
                 "ResourceType":"Custom::TenantRecord","LogicalResourceId":"TenantRecord","ServiceToken":"f",
                 "ResourceProperties":{"ServiceToken":"f","ServiceTimeout":"120","TenantId":"%s","StackVersion":"1.0.0",
                 "Execution":"execution:AUDIT#CREATE-1","InboundQueueArn":"%s","InboundQueueUrl":"%s"}}""".formatted(
                        type, url, stack, tenant, row.get("InboundQueueArn"), row.get("InboundQueueUrl")));
    }

    private void send(String type, String stack) {
        send(type, "acme", stack, URL);
    }

    private void assertAnswered(String members) {
        assertThatJson(aws.responses.puts().getLast().body())
                .isEqualTo("{PhysicalResourceId:'tenant-acme',RequestId:'request-1',LogicalResourceId:'TenantRecord',"
                        + members + "}");
    }

    private Map<String, String> row() {
        return stores.row(ACME, "METADATA");
    }

    @Test
    void create_writesTheRowAndAnswersWhereCloudFormationWaits() {
        send("Create", "stack-of-acme");

        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
        assertAnswered("Status:'SUCCESS',StackId:'stack-of-acme'");
        assertThat(aws.responses.puts()).hasSize(1);
        assertThat(aws.responses.puts().getFirst().url()).isEqualTo(URL);
        assertThat(aws.responses.puts().getFirst().headers())
                .as("the address is signed without a content type")
                .doesNotContain("Content-Type");
    }

    private void sendOutputs(String outputs) {
        Map<String, String> row = metadataRow(ACME, "1.0.0");
        Invoke.with(new ManageMetadataHandler(platform.platform()), """
                {"RequestType":"Create","ResponseURL":"%s","StackId":"stack-of-acme","RequestId":"request-1",
                 "ResourceType":"Custom::TenantRecord","LogicalResourceId":"TenantRecord",
                 "ResourceProperties":{"TenantId":"acme","StackVersion":"1.0.0","Execution":"execution:AUDIT#CREATE-1",
                 "InboundQueueArn":"%s","InboundQueueUrl":"%s","Outputs":%s}}""".formatted(
                        URL, row.get("InboundQueueArn"), row.get("InboundQueueUrl"), outputs));
    }

    private void sendFor(Queue queue) {
        Invoke.with(new ManageMetadataHandler(platform.platform()), """
                {"RequestType":"Create","ResponseURL":"%s","StackId":"stack-of-acme","RequestId":"request-1",
                 "ResourceType":"Custom::TenantRecord","LogicalResourceId":"TenantRecord",
                 "ResourceProperties":{"TenantId":"acme","StackVersion":"1.0.0","Execution":"execution:AUDIT#CREATE-1",
                 "InboundQueueArn":"%s","InboundQueueUrl":"%s"}}""".formatted(URL, queue.arn(), queue.url()));
    }

    private void suspend() {
        stores.suspensions.suspend(ACME, new Cause(Actor.user("ann@example.com"), Optional.of("unpaid")));
    }

    @Test
    void create_forASuspendedTenant_locksTheQueueBeforeTheRowNamesIt() {
        suspend();
        Queue queue = aws.queues.create();
        sendFor(queue);
        assertAnswered("Status:'SUCCESS',StackId:'stack-of-acme'");
        assertThatJson(aws.queues.policy(queue)).node("Statement[0].Effect").isEqualTo("Deny");
        assertThat(row()).containsEntry("InboundQueueArn", queue.arn());
    }

    @Test
    void create_whenTheQueueCannotBeLocked_writesNoRow() {
        suspend();
        aws.queues.refuse("SetQueueAttributes", "AccessDeniedException");
        sendFor(aws.queues.create());
        assertThatJson(aws.responses.puts().getLast().body()).node("Status").isEqualTo("FAILED");
        assertThat(row()).isEmpty();
    }

    @Test
    void create_forATenantThatWasNeverSuspended_leavesThePolicyAlone() {
        Queue queue = aws.queues.create();
        sendFor(queue);
        assertThat(aws.queues.policy(queue)).isEmpty();
    }

    @Test
    void create_withOutputs_writesThem() {
        sendOutputs("{\"Table\":\"orders\",\"Role\":\"arn\"}");
        assertAnswered("Status:'SUCCESS',StackId:'stack-of-acme'");
        assertThat(stores.tenants.getTenant(ACME).metadata().orElseThrow().outputs())
                .containsOnly(Map.entry("Role", "arn"), Map.entry("Table", "orders"));
    }

    @Test
    void create_withOutputsThatAreNoTexts_failsTheStackWithAReason() {
        sendOutputs("{\"Table\":[\"a\",{\"b\":\"c\"}]}");
        assertAnswered("Status:'FAILED',Reason:'The output Table must be a string.',StackId:'stack-of-acme'");
        assertThat(row()).isEmpty();
    }

    @Test
    void create_thatComesAfterItsRunHasFailed_writesNothing() {
        creation("Failure", 1);
        send("Create", "stack-of-acme");
        assertThat(row()).isEmpty();
        assertAnswered("Status:'FAILED',Reason:'The run that deploys this stack is not running.',"
                + "StackId:'stack-of-acme'");
    }

    @Test
    void create_thatComesWhileTheNextAttemptIsUnderWay_writesNothing() {
        creation("Started", 2);
        send("Create", "stack-of-acme");
        assertThat(row()).isEmpty();
    }

    @Test
    void update_ofAnOlderTenant_removesItsOutboundQueue() {
        stores.put(olderRow(ACME));
        aws.stacks.describe("UPDATE_IN_PROGRESS", "acme", "1.0.0");
        send("Update", "stack-of-acme");
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void update_ofARowThatGotLost_makesItWhole() {
        aws.stacks.describe("UPDATE_IN_PROGRESS", "acme", "1.0.0");
        send("Update", "stack-of-acme");
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void update_thatRollsBack_restoresTheRow_thoughItsRunEndedLongAgo() {
        creation("Success", 1);
        stores.put(metadataRow(ACME, "1.0.1"));
        aws.stacks.describe("UPDATE_ROLLBACK_IN_PROGRESS", "acme", "1.0.0");
        send("Update", "stack-of-acme");
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
        assertAnswered("Status:'SUCCESS',StackId:'stack-of-acme'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE", "DELETE_COMPLETE"})
    void update_thatComesAfterTheStackHasSettled_writesNothing(String status) {
        stores.put(metadataRow(ACME, "0.9.0"));
        aws.stacks.describe(status, "acme", "1.0.0");
        send("Update", "stack-of-acme");
        assertThat(row()).isEqualTo(metadataRow(ACME, "0.9.0"));
        assertAnswered("Status:'FAILED',Reason:'The stack is not being updated.',StackId:'stack-of-acme'");
    }

    @Test
    void update_ofARunThatHasFailed_writesNothing() {
        creation("Failure", 1);
        stores.put(metadataRow(ACME, "0.9.0"));
        aws.stacks.describe("UPDATE_IN_PROGRESS", "acme", "1.0.0");
        send("Update", "stack-of-acme");
        assertThat(row()).isEqualTo(metadataRow(ACME, "0.9.0"));
        assertThatJson(aws.responses.puts().getLast().body()).node("Status").isEqualTo("FAILED");
    }

    @Test
    void update_whenCloudFormationIsThrottled_failsTheCall_soThatLambdaTriesAgain() {
        for (int tries = 0; tries < 8; tries++) {
            aws.stacks.refuse("DescribeStacks", 400, "Throttling", "Rate exceeded");
        }
        assertThatThrownBy(() -> send("Update", "stack-of-acme")).isInstanceOf(CloudFormationException.class);
        assertThat(aws.responses.puts()).isEmpty();
    }

    @Test
    void create_whereTheRowIsOfAStackThatIsGone_takesItOver() {
        stores.put(metadataRow(ACME, "0.9.0"));
        aws.stacks.describe("DELETE_COMPLETE", "acme", "0.9.0");
        send("Create", "other");
        assertThat(row()).containsEntry("StackId", "other").containsEntry("Version", "1.0.0");
        assertAnswered("Status:'SUCCESS',StackId:'other'");
        assertThat(aws.stacks.requests("DescribeStacks").getFirst()).containsEntry("StackName", "stack-of-acme");

        aws.stacks.describeNone();
        send("Create", "third");
        assertThat(row()).containsEntry("StackId", "third");
    }

    @Test
    void create_byAnotherStack_failsAndChangesNothing() {
        stores.put(metadataRow(ACME, "0.9.0"));
        aws.stacks.describe("CREATE_COMPLETE", "acme", "0.9.0");
        send("Create", "other");
        assertThat(row()).isEqualTo(metadataRow(ACME, "0.9.0"));
        assertAnswered("Status:'FAILED',Reason:'The tenant\\'s row belongs to another stack.',StackId:'other'");
    }

    @Test
    void create_ofADeletedTenant_fails_soThatTheStackTakesItselfAway() {
        creation("Failure", 1);
        stores.put(auditRow(ACME, "AUDIT#DELETE", "Success", "1.0.0", 1, 1));
        send("Create", "s");
        assertAnswered("Status:'FAILED',Reason:'The run that deploys this stack is not running.',StackId:'s'");
        assertThat(row()).isEmpty();
    }

    @Test
    void delete_removesTheRowOfTheStackAndNoOther() {
        stores.put(metadataRow(ACME, "1.0.0"));
        send("Delete", "other");
        assertAnswered("Status:'SUCCESS',StackId:'other'");
        assertThat(row()).isNotEmpty();

        send("Delete", "stack-of-acme");
        assertAnswered("Status:'SUCCESS',StackId:'stack-of-acme'");
        assertThat(row()).isEmpty();
    }

    @Test
    void aRequestThatMakesNoSense_isAnsweredAsAFailure() {
        send("Create", "a_b", "s", URL);
        assertThatJson(aws.responses.puts().getLast().body()).node("Status").isEqualTo("FAILED");
        send("Destroy", "s");
        assertAnswered("Status:'FAILED',Reason:'Unknown request type Destroy.',StackId:'s'");
        assertThat(row()).isEmpty();
    }

    @Test
    void ownFailure_isAnsweredWithoutItsDetails() {
        platform = aws.platform(Map.of(TenantsSettings.TENANT_TABLE, "no-such-table"));
        send("Create", "s");
        assertAnswered("Status:'FAILED',Reason:'The tenant\\'s row could not be written.',StackId:'s'");
        assertThat(platform.lines().getLast()).contains("ResourceNotFoundException");
    }

    /** An answer would be FAILED, and CloudFormation would delete a stack whose row is written. */
    @ParameterizedTest
    @ValueSource(strings = {"Query", "TransactWriteItems"})
    void create_whenDynamoDbDoesNotAnswer_failsTheCall_soThatLambdaTriesAgain(String operation) {
        aws.loseAnswersTo(operation);
        assertThatThrownBy(() -> send("Create", "stack-of-acme")).isInstanceOf(SdkClientException.class);
        assertThat(aws.responses.puts()).isEmpty();

        aws.loseAnswersTo("none");
        send("Create", "stack-of-acme");
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
        assertAnswered("Status:'SUCCESS',StackId:'stack-of-acme'");
    }

    @Test
    void aLongReason_isNotCutInsideAnEmoji() {
        String prefix = "Unknown request type ";
        String type = "x".repeat(499 - prefix.length());
        send(type + "😀", "s");
        assertAnswered("Status:'FAILED',Reason:'" + prefix + type + "',StackId:'s'");
    }

    @Test
    void answer_thatIsNotTakenAtOnce_isSentAgain() {
        aws.responses.refuse(3);
        send("Create", "s");
        assertThat(aws.responses.puts()).hasSize(4);
        assertThat(aws.responses.puts())
                .extracting("body")
                .containsOnly(aws.responses.puts().getFirst().body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://x.s3.amazonaws.com/a",
                "https://example.com/a",
                "https://amazonaws.com.example.com/",
                "https://evilamazonaws.com/",
                "file:///etc/passwd"
            })
    void answer_goesToNobodyButAws(String url) {
        assertThatThrownBy(() -> send("Create", "acme", "s", url)).isInstanceOf(IllegalArgumentException.class);
        assertThat(aws.responses.puts()).isEmpty();
    }
}
