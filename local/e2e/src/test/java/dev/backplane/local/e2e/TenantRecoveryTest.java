package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.cloudformation.CloudFormation;
import dev.backplane.local.cloudformation.StackStatus;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.tenants.Audit;
import dev.backplane.testing.Threads;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Late, repeated and lost requests and events, with the real state machines. */
class TenantRecoveryTest extends FaultyTenants {

    /** Delivers the request of a tenant's stack again, as Lambda may do with asynchronous invocations. */
    private void repeat(String type, String stackId, String execution) {
        String name = TenantQueues.stackName(tenant) + "-inbound";
        server.cloud().functions().invoke("ManageMetadata", """
                {"RequestType":"%s","ResponseURL":"https://cloudformation-custom-resource-response-useast1.s3.amazonaws.com/x",
                 "StackId":"%s","RequestId":"late","LogicalResourceId":"TenantRecord","ResourceType":"Custom::TenantRecord",
                 "PhysicalResourceId":"tenant-%s",
                 "ResourceProperties":{"TenantId":"%s","StackVersion":"%s","Execution":"%s",
                  "InboundQueueArn":"arn:aws:sqs:us-east-1:000000000000:%s",
                  "InboundQueueUrl":"https://sqs.us-east-1.amazonaws.com/000000000000/%s"}}""".formatted(
                        type, stackId, tenant, tenant, TenantQueues.CURRENT, execution, name, name)
                .getBytes(StandardCharsets.UTF_8));
    }

    /** Makes the creation of a tenant fail, and returns the id of the deleted stack. */
    private String failedStack() {
        String stackId;
        stacks().failNext(stack, "TenantRecord", "No");
        try (CloudFormation.Hold _ = stacks().hold(stack, "InboundQueueAge")) {
            tenants.queue(tenant);
            awaitStack(StackStatus.CREATE_IN_PROGRESS);
            stackId = tenants.stackId(tenant);
        }
        tenants.awaitStatus(tenant, CREATE, "Failure");
        assertThat(stacks().status(stack)).contains(StackStatus.DELETE_COMPLETE);
        return stackId;
    }

    @Test
    void aCreateThatIsRepeatedAfterItsStackFailed_bringsBackNothing() {
        String stackId = failedStack();
        String run = tenants.row(tenant, CREATE).orElseThrow().text("Execution");
        repeat("Create", stackId, run);
        repeat("Update", stackId, run);

        assertThat(tenants.row(tenant, "METADATA")).isEmpty();
        assertThat(tenants.queue(tenant).status()).isEqualTo(503);
        assertThat(tenants.api().post("/tenants/" + tenant + "/retries", "").status())
                .isEqualTo(202);
        awaitAttempt(CREATE, "Success", 2);
        repeat("Create", stackId, run);
        repeat("Delete", stackId, run);
        assertThat(tenants.row(tenant, "METADATA").orElseThrow().text("StackId"))
                .isNotEqualTo(stackId);
        assertThat(tenants.queue(tenant).status()).isEqualTo(200);
    }

    @Test
    void aRowOfAStackThatIsGone_isNotBelieved_andARetryTakesItOver() {
        Item model = tenants.row(tenants.provisioned(), "METADATA").orElseThrow();
        String stackId = failedStack();
        tenants.copy(model, tenant, Map.of("StackId", stackId), "Execution");

        assertThat(tenants.queue(tenant).status()).isEqualTo(503);
        assertThat(tenants.api().post("/tenants/" + tenant + "/updates", "").status())
                .isEqualTo(404);
        assertThat(tenants.api().post("/tenants/" + tenant + "/retries", "").status())
                .isEqualTo(202);
        awaitAttempt(CREATE, "Success", 2);
        assertThat(tenants.row(tenant, "METADATA").orElseThrow().text("StackId"))
                .isNotEqualTo(stackId);
        assertThat(tenants.queue(tenant).at("arn")).endsWith(stack + "-inbound");
    }

    @Test
    void aRunWhoseEndGotLost_isFollowedByTheNextAttempt_andHoldsUpNoDeletion() {
        use(tenants.provisioned());
        tenants.change(tenant, CREATE, Map.of("Status", "Started"));
        assertThat(tenants.api().post("/tenants/" + tenant + "/updates", "").code())
                .isEqualTo("OPERATION_IN_PROGRESS");
        CLOCK.advance(Audit.OVERDUE_AFTER.plusMinutes(1));
        assertThat(tenants.api().post("/tenants/" + tenant + "/retries", "").at("attempt"))
                .isEqualTo("2");
        awaitAttempt(CREATE, "Success", 2);

        tenants.change(tenant, CREATE, Map.of("Status", "Started"));
        CLOCK.advance(Audit.OVERDUE_AFTER.plusMinutes(1));
        assertThat(tenants.api().delete("/tenants/" + tenant).status()).isEqualTo(202);
        tenants.awaitStatus(tenant, DELETE, "Success");
        tenants.change(tenant, CREATE, Map.of("Status", "Success"));
    }

    @Test
    void aDeletion_isInForceWhenItIsAnswered() {
        List<String> ids =
                IntStream.range(0, 16).mapToObj(_ -> tenants.provisioned()).toList();
        List<Integer> seen = Threads.race(16, thread -> {
                    assertThat(tenants.api()
                                    .delete("/tenants/" + ids.get(thread))
                                    .status())
                            .isEqualTo(202);
                    return tenants.queue(ids.get(thread)).status();
                })
                .allResults();
        assertThat(seen).containsOnly(410);
        ids.forEach(id -> tenants.awaitStatus(id, DELETE, "Success"));
    }

    @Test
    void aRunOfThePreviousRelease_deploysTheTemplateOfThisOne() {
        tenants.machines.startExecution(start -> start.stateMachineArn(tenants.machine("create"))
                .name(tenant + "-g1-v0-9-0-a1")
                .input(
                        "{\"tenantId\":\"%s\",\"generation\":1,\"attempt\":1,\"version\":\"0.9.0\",\"templateUrl\":\"%s\"}"
                                .formatted(tenant, "https://s3.us-east-1.amazonaws.com/assets/previous.json")));
        tenants.awaitStatus(tenant, CREATE, "Success");
        assertThat(tenants.queue(tenant).at("version")).isEqualTo(TenantQueues.CURRENT);
    }

    @Test
    void aRollbackThatFailed_isTakenUpByTheNextUpdate() {
        failedRollback();
        assertThat(tenants.api().post("/tenants/" + tenant + "/updates", "").status())
                .isEqualTo(202);
        awaitAttempt(UPDATE, "Success", 2);
        assertThat(stacks().status(stack)).contains(StackStatus.UPDATE_COMPLETE);
        assertThat(tenants.queue(tenant).at("version")).isEqualTo(TenantQueues.CURRENT);
    }

    @Test
    void aRollbackThatFailed_canBeDeleted() {
        failedRollback();
        assertThat(tenants.api().delete("/tenants/" + tenant).status()).isEqualTo(202);
        tenants.awaitStatus(tenant, DELETE, "Success");
        assertThat(stacks().status(stack)).contains(StackStatus.DELETE_COMPLETE);
    }

    private void failedRollback() {
        use(tenants.provisionedAt("0.9.0"));
        stacks().failNext(stack, "TenantRecord", "Not today");
        stacks().failNext(stack, "TenantRecord", "And not back");
        tenants.api().post("/tenants/" + tenant + "/updates", "");
        tenants.awaitStatus(tenant, UPDATE, "Failure");
        assertThat(stacks().status(stack)).contains(StackStatus.UPDATE_ROLLBACK_FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GetQueue", "RecordRun", "DeployStack", "StackStatus", "ManageMetadata"})
    void aFunctionWhoseSnapshotIsMissing_isWaitedFor(String function) {
        server.cloud().faults().loseSnapshot(3, "backplane-dev-" + function);
        Answer first = Suite.await(() -> tenants.queue(tenant), answer -> answer.status() == 202);
        assertThat(first.at("attempt")).isEqualTo("1");
        awaitAttempt(CREATE, "Success", 1);
        assertThat(tenants.queue(tenant).status()).isEqualTo(200);
        assertThat(stacks().countNamed(stack)).isEqualTo(1);
    }
}
