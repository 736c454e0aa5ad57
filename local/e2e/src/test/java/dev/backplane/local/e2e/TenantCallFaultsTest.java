package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.cloudformation.CloudFormation;
import dev.backplane.local.cloudformation.StackStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Failed and lost calls during provisioning, with the real state machines. */
class TenantCallFaultsTest extends FaultyTenants {

    @Test
    void aRunThatIsKilledBeforeItsFirstWord_becomesAFailure() {
        server.cloud()
                .faults()
                .answer(1000, calls("recordrun", "dynamodb", "TransactWriteItems"), "ThrottlingException");
        tenants.queue(tenant);
        Suite.await(() -> tenants.executions("create", tenant), names -> !names.isEmpty());
        stopRun("create");
        assertThat(tenants.awaitStatus(tenant, CREATE, "Failure").number("Attempt"))
                .isEqualTo(1);
        assertThat(hits).hasPositiveValue();
    }

    @Test
    void aThrottledFinalWrite_isTriedAgain() {
        try (CloudFormation.Hold _ = stacks().hold(stack, "InboundQueueAge")) {
            tenants.queue(tenant);
            awaitStack(StackStatus.CREATE_IN_PROGRESS);
            server.cloud()
                    .faults()
                    .answer(
                            5,
                            calls("recordrun", "dynamodb", "TransactWriteItems"),
                            "ProvisionedThroughputExceededException");
        }
        tenants.awaitStatus(tenant, CREATE, "Success");
        assertThat(hits).as("five refusals and the write").hasValue(6);
        Suite.await(() -> tenants.events(tenant, "TenantProvisioned"), events -> events.size() == 1);
    }

    @Test
    void aFinalWriteThatNeverWorks_isAFailure_butTheQueueIsThere_andARetryMakesItGood() {
        try (CloudFormation.Hold _ = stacks().hold(stack, "InboundQueueAge")) {
            tenants.queue(tenant);
            awaitStack(StackStatus.CREATE_IN_PROGRESS);
            // Not throttling, which the SDK itself would retry for a long time.
            server.cloud().faults().answer(1000, calls("recordrun", "dynamodb"), "AccessDeniedException");
        }
        tenants.awaitStatus(tenant, CREATE, "Failure");
        assertThat(hits).hasPositiveValue();
        server.cloud().faults().clear();
        assertThat(tenants.queue(tenant).status()).isEqualTo(200);
        assertThat(tenants.api().post("/tenants/" + tenant + "/retries", "").status())
                .isEqualTo(202);
        awaitAttempt(CREATE, "Success", 2);
        assertThat(stacks().countNamed(stack)).isEqualTo(1);
    }

    @Test
    void lostAnswers_doNoHarm() {
        server.cloud().faults().loseAnswer(1, calls("recordrun", "dynamodb", "TransactWriteItems"));
        server.cloud().faults().loseAnswer(1, calls("deploystack", "cloudformation", "CreateStack"));
        tenants.queue(tenant);
        tenants.awaitQueue(tenant);
        awaitAttempt(CREATE, "Success", 1);
        assertThat(hits).as("two lost answers, and what was tried again").hasValueGreaterThanOrEqualTo(4);
        assertThat(stacks().countNamed(stack)).isEqualTo(1);
    }

    @Test
    void aCustomResourceThatThrows_isAFailure_andALaterAttemptSucceeds() {
        server.cloud().faults().failInvocation(3, invocations("ManageMetadata"), "boom");
        tenants.queue(tenant);
        assertThat(tenants.awaitStatus(tenant, CREATE, "Failure").text("FailureReason"))
                .startsWith("TenantRecord: CloudFormation did not receive a response from your Custom Resource.");
        CLOCK.advance(Duration.ofMinutes(3));
        tenants.queue(tenant);
        tenants.awaitQueue(tenant);
        awaitAttempt(CREATE, "Success", 2);
    }

    @Test
    void aCustomResourceThatCannotWrite_saysSo() {
        server.cloud()
                .faults()
                .answer(1000, calls("managemetadata", "dynamodb", "TransactWriteItems"), "ResourceNotFoundException");
        tenants.queue(tenant);
        assertThat(tenants.awaitStatus(tenant, CREATE, "Failure").text("FailureReason"))
                .contains("The tenant's row could not be written.");
        assertThat(hits).hasPositiveValue();
    }

    @Test
    void aTaskFunctionThatFailsForAWhile_isTriedAgain() {
        server.cloud().faults().failInvocation(2, invocations("DeployStack"), "boom");
        server.cloud().faults().failInvocation(2, invocations("StackStatus"), "boom");
        tenants.queue(tenant);
        tenants.awaitQueue(tenant);
        awaitAttempt(CREATE, "Success", 1);
        assertThat(hits).hasValueGreaterThanOrEqualTo(6);
    }

    @Test
    void aRecordingThatFailsForAWhile_isTriedAgain() {
        server.cloud().faults().failInvocation(3, invocations("RecordRun"), "boom");
        tenants.queue(tenant);
        tenants.awaitQueue(tenant);
        awaitAttempt(CREATE, "Success", 1);
        Suite.await(() -> tenants.events(tenant, "TenantProvisioned"), events -> events.size() == 1);
    }

    @Test
    void aRecordingThatAlwaysFails_isAFailureThatTheWatcherRecords() {
        server.cloud().faults().failInvocation(1000, invocations("RecordRun"), "secret");
        tenants.queue(tenant);
        assertThat(tenants.awaitStatus(tenant, CREATE, "Failure").text("FailureReason"))
                .isEqualTo("The run failed: TenantRunDied");
        Suite.await(() -> tenants.events(tenant, "TenantOperationFailed"), events -> events.size() == 1);
    }

    @Test
    void aTaskFunctionThatAlwaysFails_isAFailureWithoutItsInnards() {
        server.cloud().faults().failInvocation(1000, invocations("DeployStack"), "secret");
        tenants.queue(tenant);
        assertThat(tenants.awaitStatus(tenant, CREATE, "Failure").text("FailureReason"))
                .startsWith("DeployStack failed: ")
                .doesNotContain("secret");
    }

    @Test
    void anEventThatCannotBePublished_isPublishedByTheWatcher() {
        server.cloud().faults().answer(1000, calls("recordrun", "events"), "InternalException");
        tenants.queue(tenant);
        tenants.awaitStatus(tenant, CREATE, "Success");
        Suite.await(() -> tenants.events(tenant, "TenantProvisioned"), events -> events.size() == 1);
        assertThat(hits).as("nine tries of each of two steps").hasValueGreaterThanOrEqualTo(18);
        assertThat(tenants.queue(tenant).status()).isEqualTo(200);
    }
}
