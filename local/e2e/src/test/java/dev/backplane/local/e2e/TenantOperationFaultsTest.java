package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.cloudformation.CloudFormation;
import dev.backplane.local.cloudformation.StackStatus;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.platform.dynamo.Item;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Failing deletions and updates, with the real state machines. */
class TenantOperationFaultsTest extends FaultyTenants {

    @Test
    void aDeletionDuringTheCreation_waitsForIt_andThenTakesAllAway() {
        try (CloudFormation.Hold _ = stacks().hold(stack, "InboundQueueAge")) {
            tenants.queue(tenant);
            awaitStack(StackStatus.CREATE_IN_PROGRESS);
            assertThat(tenants.api().delete("/tenants/" + tenant).status()).isEqualTo(202);
            tenants.awaitStatus(tenant, DELETE, "Started");
            assertThat(tenants.queue(tenant).status()).isEqualTo(410);
        }
        tenants.awaitStatus(tenant, DELETE, "Success");
        assertThat(tenants.row(tenant, "METADATA")).isEmpty();
        assertThat(tenants.row(tenant, CREATE).orElseThrow().text("Status")).isNotEqualTo("Started");
        assertThat(stacks().status(stack)).contains(StackStatus.DELETE_COMPLETE);
        assertThat(tenants.queue(tenant).status()).isEqualTo(410);
    }

    @Test
    void aDeletionThatFails_isTriedAgainByWhoeverAsks() {
        use(tenants.provisioned());
        stacks().failNext(stack, "InboundQueue", "The queue will not go");
        tenants.api().delete("/tenants/" + tenant);
        assertThat(tenants.awaitStatus(tenant, DELETE, "Failure").text("FailureReason"))
                .isEqualTo("InboundQueue: The queue will not go");
        assertThat(tenants.queue(tenant).status()).isEqualTo(410);

        assertThat(tenants.api().delete("/tenants/" + tenant).at("execution")).endsWith("-d2");
        tenants.awaitStatus(tenant, DELETE, "Success");
        assertThat(stacks().status(stack)).contains(StackStatus.DELETE_COMPLETE);
    }

    @Test
    void aTenantWhoseProvisioningFailed_canBeDeleted() {
        stacks().failNext(stack, "InboundQueue", "No");
        tenants.queue(tenant);
        tenants.awaitStatus(tenant, CREATE, "Failure");
        assertThat(tenants.api().delete("/tenants/" + tenant).status()).isEqualTo(202);
        tenants.awaitStatus(tenant, DELETE, "Success");
    }

    @Test
    void anUpdateThatChangesNothingButTheRun_isASuccess_andMendsTheRow() {
        use(tenants.provisioned());
        tenants.change(
                tenant, "METADATA", Map.of("Version", "0.9.0", "OutboundQueueArn", "old", "OutboundQueueUrl", "u"));
        assertThat(tenants.api().post("/tenants/" + tenant + "/updates", "").status())
                .isEqualTo(202);
        tenants.awaitStatus(tenant, UPDATE, "Success");
        assertThat(stacks().status(stack)).contains(StackStatus.UPDATE_COMPLETE);
        assertThat(tenants.queue(tenant).at("version")).isEqualTo(TenantQueues.CURRENT);
        assertThat(tenants.row(tenant, "METADATA").orElseThrow().attributes()).doesNotContainKey("OutboundQueueArn");
    }

    @Test
    void anUpdateThatFails_isRolledBackWithItsReason_andTheNextOneSucceeds() {
        use(tenants.provisionedAt("0.9.0"));
        stacks().failNext(stack, "TenantRecord", "Not today");
        tenants.api().post("/tenants/" + tenant + "/updates", "");
        assertThat(tenants.awaitStatus(tenant, UPDATE, "Failure").text("FailureReason"))
                .isEqualTo("TenantRecord: Not today");
        assertThat(tenants.queue(tenant).at("version")).isEqualTo("0.9.0");

        assertThat(tenants.api().post("/tenants/" + tenant + "/updates", "").at("attempt"))
                .isEqualTo("2");
        awaitAttempt(UPDATE, "Success", 2);
        assertThat(tenants.queue(tenant).at("version")).isEqualTo(TenantQueues.CURRENT);
    }

    @Test
    void anUpdateThatIsKilled_becomesAFailure() {
        use(tenants.provisionedAt("0.9.0"));
        try (CloudFormation.Hold _ = stacks().hold(stack, "TenantRecord")) {
            tenants.api().post("/tenants/" + tenant + "/updates", "");
            awaitStack(StackStatus.UPDATE_IN_PROGRESS);
            stopRun("update");
            tenants.awaitStatus(tenant, UPDATE, "Failure");
        }
        tenants.api().post("/tenants/" + tenant + "/updates", "");
        Suite.await(() -> tenants.queue(tenant).at("version"), TenantQueues.CURRENT::equals);
    }

    @Test
    void aStackThatIsDeletedBehindOurBack_isMadeAgain() {
        use(tenants.provisioned());
        tenants.stacks.deleteStack(delete -> delete.stackName(stack));
        Suite.await(() -> tenants.row(tenant, "METADATA"), Optional::isEmpty);

        Answer again = Suite.await(() -> tenants.queue(tenant), answer -> answer.status() != 200);
        assertThat(again.status()).isEqualTo(202);
        assertThat(again.at("execution")).endsWith("-g2-v1-2-0-a1");
        tenants.awaitQueue(tenant);
        tenants.awaitStatus(tenant, CREATE, "Success");
        assertThat(stacks().countNamed(stack)).isEqualTo(2);
    }

    @Test
    void aStackThatIsGoneButForItsRow_failsToUpdateAndCanBeDeleted() {
        use(tenants.provisioned());
        Item row = tenants.row(tenant, "METADATA").orElseThrow();
        tenants.stacks.deleteStack(delete -> delete.stackName(stack));
        awaitStack(StackStatus.DELETE_COMPLETE);
        tenants.put(row);
        tenants.change(tenant, "METADATA", Map.of("Version", "0.9.0"));

        tenants.api().post("/tenants/" + tenant + "/updates", "");
        assertThat(tenants.awaitStatus(tenant, UPDATE, "Failure").text("FailureReason"))
                .isEqualTo("The tenant's stack does not exist.");
        assertThat(tenants.api().delete("/tenants/" + tenant).status()).isEqualTo(202);
        tenants.awaitStatus(tenant, DELETE, "Success");
        assertThat(tenants.row(tenant, "METADATA")).isEmpty();
    }
}
