package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.CloudFormation;
import dev.backplane.local.cloudformation.StackStatus;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.platform.dynamo.Item;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Failed stacks and executions during provisioning, with the real state machines. */
class TenantFaultsTest extends FaultyTenants {

    @Test
    void aStackThatCannotBeMade_isAFailureWithItsReason_andALaterAttemptSucceeds() {
        stacks().failNext(stack, "InboundQueueAge", "The limit of alarms is reached");
        assertThat(tenants.queue(tenant).status()).isEqualTo(202);
        Item failure = tenants.awaitStatus(tenant, CREATE, "Failure");
        assertThat(failure.text("FailureReason")).isEqualTo("InboundQueueAge: The limit of alarms is reached");

        Answer refused = tenants.queue(tenant);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.code()).isEqualTo("PROVISIONING_FAILED");
        assertThat(refused.at("reason")).isEqualTo("InboundQueueAge: The limit of alarms is reached");
        assertThat(refused.at("attempt")).isEqualTo("1");
        assertThat(Instant.parse(refused.at("retryAt")))
                .isEqualTo(Instant.parse(failure.text("UpdatedAt")).plus(Duration.ofMinutes(3)));
        assertThat(refused.header("retry-after")).isPresent();
        Suite.await(() -> tenants.events(tenant, "TenantOperationFailed"), events -> events.size() == 1);

        CLOCK.advance(Duration.ofMinutes(3));
        Answer second = tenants.queue(tenant);
        assertThat(second.status()).isEqualTo(202);
        assertThat(second.at("attempt")).isEqualTo("2");
        tenants.awaitQueue(tenant);
        awaitAttempt(CREATE, "Success", 2);
        JsonNode runs = tenants.api().get("/tenants/" + tenant + "/runs").json().path("items");
        assertThat(runs.valueStream().map(run -> run.path("status").asText())).containsExactly("Success", "Failure");
        assertThat(runs.at("/1/reason").asText()).isEqualTo("InboundQueueAge: The limit of alarms is reached");
        assertThat(runs.at("/0/steps")
                        .valueStream()
                        .map(step -> step.path("name").asText()))
                .containsExactly("RecordBeginning", "DeployStack", "StackStatus");
    }

    @Test
    void fiveFailures_areTheEnd_untilAnOperatorTriesAgain() {
        for (int attempt = 1; attempt <= 5; attempt++) {
            stacks().failNext(stack, "InboundQueue", "No queue number " + attempt);
            assertThat(tenants.queue(tenant).at("attempt")).isEqualTo(Integer.toString(attempt));
            awaitAttempt(CREATE, "Failure", attempt);
            assertThat(tenants.queue(tenant).status()).isEqualTo(attempt == 5 ? 500 : 503);
            CLOCK.advance(Duration.ofMinutes(3L << (attempt - 1)));
        }
        CLOCK.advance(Duration.ofDays(1));
        Answer refused = tenants.queue(tenant);
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.code()).isEqualTo("PROVISIONING_FAILED");
        assertThat(refused.at("reason")).isEqualTo("InboundQueue: No queue number 5");
        assertThat(refused.at("attempt")).isEqualTo("5");

        assertThat(tenants.api().post("/tenants/" + tenant + "/retries", "").at("attempt"))
                .isEqualTo("6");
        tenants.awaitQueue(tenant);
        awaitAttempt(CREATE, "Success", 6);
    }

    @Test
    void aRunThatIsKilledMidway_becomesAFailure_itsStackGivesUp_andTheNextAttemptMakesAnother() {
        try (CloudFormation.Hold _ = stacks().hold(stack, "InboundQueueAge")) {
            tenants.queue(tenant);
            awaitStack(StackStatus.CREATE_IN_PROGRESS);
            stopRun("create");
            assertThat(tenants.awaitStatus(tenant, CREATE, "Failure").text("FailureReason"))
                    .isEqualTo("The run was aborted: by a test");
            assertThat(tenants.api()
                            .get("/tenants/" + tenant + "/runs")
                            .json()
                            .at("/items/0/reason")
                            .asText())
                    .isEqualTo("The run was aborted: by a test");
            assertThat(tenants.queue(tenant).status()).isEqualTo(503);
            Suite.await(() -> tenants.events(tenant, "TenantOperationFailed"), events -> events.size() == 1);

            CLOCK.advance(Duration.ofMinutes(3));
            assertThat(tenants.queue(tenant).status()).isEqualTo(202);
            awaitAttempt(CREATE, "Started", 2);
        }
        tenants.awaitQueue(tenant);
        awaitAttempt(CREATE, "Success", 2);
        assertThat(stacks().countNamed(stack)).isEqualTo(2);
    }

    @Test
    void duplicateStarts_areOneRun_andADuplicateOfAnotherNameChangesNothing() {
        try (CloudFormation.Hold _ = stacks().hold(stack, "InboundQueueAge")) {
            Answer first = tenants.queue(tenant);
            awaitStack(StackStatus.CREATE_IN_PROGRESS);
            assertThat(tenants.queue(tenant).at("execution")).isEqualTo(first.at("execution"));
            String input = tenants.machines
                    .describeExecution(describe -> describe.executionArn(first.at("execution")))
                    .input();
            assertThat(start(tenant + "-g1-v1-2-0-a1", input)).isEqualTo(first.at("execution"));
            String other = start(tenant + "-g1-v1-2-0-a2", input.replace("\"attempt\":1", "\"attempt\":2"));
            assertThat(Suite.await(
                                    () -> tenants.machines.describeExecution(describe -> describe.executionArn(other)),
                                    run -> !run.statusAsString().equals("RUNNING"))
                            .output())
                    .isEqualTo("{\"outcome\":\"Superseded\"}");
        }
        awaitAttempt(CREATE, "Success", 1);
        assertThat(stacks().countNamed(stack)).isEqualTo(1);
    }

    private static String start(String name, String input) {
        return tenants.machines
                .startExecution(start -> start.stateMachineArn(tenants.machine("create"))
                        .name(name)
                        .input(input))
                .executionArn();
    }
}
