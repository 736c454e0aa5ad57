package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.aws.Faults.Call;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.stacks.StackStatus;
import dev.backplane.local.stacks.Stacks;
import dev.backplane.local.time.Speed;
import dev.backplane.platform.dynamo.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Everything that goes wrong, on the real state machines; whatever it was, no row stays Started. */
class TenantFaultsTest {

    private static final MovableClock CLOCK = new MovableClock();
    private static final String CREATE = "AUDIT#CREATE";
    private static final String DELETE = "AUDIT#DELETE";
    private static final String UPDATE = "AUDIT#UPDATE#1.0.0";

    private static LocalServer server;
    private static TenantQueues tenants;

    private final AtomicInteger hits = new AtomicInteger();
    private String tenant;
    private String stack;

    @BeforeAll
    static void start() {
        server = Suite.serve(
                LocalCloud.Options.of(Suite.TEMPLATES).withClock(CLOCK).withSpeed(new Speed(200)));
        tenants = new TenantQueues(server);
    }

    @AfterAll
    static void stop() {
        tenants.close();
        server.close();
    }

    @BeforeEach
    void newTenant() {
        use(TenantQueues.newTenant());
    }

    private void use(String id) {
        tenant = id;
        stack = TenantQueues.stackName(id);
    }

    @AfterEach
    void nothingStaysStarted() {
        server.cloud().faults().clear();
        Suite.await(tenants::startedRows, List::isEmpty);
    }

    private static Stacks stacks() {
        return server.cloud().stacks();
    }

    private Item awaitAttempt(String sort, String status, int attempt) {
        return Suite.await(
                        () -> tenants.row(tenant, sort),
                        row -> row.filter(
                                        item -> item.text("Status").equals(status) && item.number("Attempt") == attempt)
                                .isPresent())
                .orElseThrow();
    }

    private void awaitStack(StackStatus status) {
        Suite.await(() -> stacks().status(stack), Optional.of(status)::equals);
    }

    /** Tells the calls of a role whose name holds a text, and counts them. */
    private Predicate<Call> calls(String role, String service, String... actions) {
        return call -> counted(call.role().toLowerCase(Locale.ROOT).contains(role) && call.is(service, actions));
    }

    /** Tells the invocations of a function, and counts them. */
    private Predicate<String> invocations(String function) {
        return name -> counted(name.endsWith("-" + function));
    }

    private boolean counted(boolean hit) {
        if (hit) {
            hits.incrementAndGet();
        }
        return hit;
    }

    private void stopRun(String machine) {
        String name = tenants.executions(machine, tenant).getFirst();
        tenants.machines.stopExecution(stop -> stop.executionArn(
                        tenants.machine(machine).replace(":stateMachine:", ":execution:") + ":" + name)
                .cause("by a test"));
    }

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
    void aRunThatIsKilledMidway_becomesAFailure_andTheNextAttemptAdoptsItsStack() {
        try (Stacks.Hold _ = stacks().hold(stack, "InboundQueueAge")) {
            tenants.queue(tenant);
            awaitStack(StackStatus.CREATE_IN_PROGRESS);
            stopRun("create");
            assertThat(tenants.awaitStatus(tenant, CREATE, "Failure").text("FailureReason"))
                    .isEqualTo("The run was aborted: by a test");
            assertThat(tenants.queue(tenant).status()).isEqualTo(503);
            Suite.await(() -> tenants.events(tenant, "TenantOperationFailed"), events -> events.size() == 1);

            CLOCK.advance(Duration.ofMinutes(3));
            assertThat(tenants.queue(tenant).status()).isEqualTo(202);
            awaitAttempt(CREATE, "Started", 2);
        }
        tenants.awaitQueue(tenant);
        awaitAttempt(CREATE, "Success", 2);
        assertThat(stacks().everNamed(stack)).isEqualTo(1);
    }

    @Test
    void aRunThatIsKilledBeforeItsFirstWord_becomesAFailure() {
        server.cloud().faults().answer(1000, calls("create", "dynamodb", "TransactWriteItems"), "ThrottlingException");
        tenants.queue(tenant);
        Suite.await(() -> tenants.executions("create", tenant), names -> !names.isEmpty());
        stopRun("create");
        assertThat(tenants.awaitStatus(tenant, CREATE, "Failure").number("Attempt"))
                .isEqualTo(1);
        assertThat(hits).hasPositiveValue();
    }

    @Test
    void aThrottledFinalWrite_isTriedAgain() {
        try (Stacks.Hold _ = stacks().hold(stack, "InboundQueueAge")) {
            tenants.queue(tenant);
            awaitStack(StackStatus.CREATE_IN_PROGRESS);
            server.cloud()
                    .faults()
                    .answer(
                            5,
                            calls("create", "dynamodb", "TransactWriteItems"),
                            "ProvisionedThroughputExceededException");
        }
        tenants.awaitStatus(tenant, CREATE, "Success");
        assertThat(hits).as("five refusals and the write").hasValue(6);
        Suite.await(() -> tenants.events(tenant, "TenantProvisioned"), events -> events.size() == 1);
    }

    @Test
    void aFinalWriteThatNeverWorks_isAFailure_butTheQueueIsThere_andARetryMakesItGood() {
        try (Stacks.Hold _ = stacks().hold(stack, "InboundQueueAge")) {
            tenants.queue(tenant);
            awaitStack(StackStatus.CREATE_IN_PROGRESS);
            server.cloud().faults().answer(1000, calls("create", "dynamodb"), "ProvisionedThroughputExceededException");
        }
        tenants.awaitStatus(tenant, CREATE, "Failure");
        assertThat(hits).hasPositiveValue();
        server.cloud().faults().clear();
        assertThat(tenants.queue(tenant).status()).isEqualTo(200);
        assertThat(tenants.api().post("/tenants/" + tenant + "/retries", "").status())
                .isEqualTo(202);
        awaitAttempt(CREATE, "Success", 2);
        assertThat(stacks().everNamed(stack)).isEqualTo(1);
    }

    @Test
    void lostAnswers_doNoHarm() {
        server.cloud().faults().loseAnswer(1, calls("create", "dynamodb", "TransactWriteItems"));
        server.cloud().faults().loseAnswer(1, calls("deploystack", "cloudformation", "CreateStack"));
        tenants.queue(tenant);
        tenants.awaitQueue(tenant);
        awaitAttempt(CREATE, "Success", 1);
        assertThat(hits).as("two lost answers, and what was tried again").hasValueGreaterThanOrEqualTo(4);
        assertThat(stacks().everNamed(stack)).isEqualTo(1);
    }

    @Test
    void duplicateStarts_areOneRun_andADuplicateOfAnotherNameChangesNothing() {
        try (Stacks.Hold _ = stacks().hold(stack, "InboundQueueAge")) {
            Answer first = tenants.queue(tenant);
            awaitStack(StackStatus.CREATE_IN_PROGRESS);
            assertThat(tenants.queue(tenant).at("execution")).isEqualTo(first.at("execution"));
            String input = tenants.machines
                    .describeExecution(describe -> describe.executionArn(first.at("execution")))
                    .input();
            assertThat(start(tenant + "-g1-v1-0-0-a1", input)).isEqualTo(first.at("execution"));
            String other = start(tenant + "-g1-v1-0-0-a2", input.replace("\"attempt\":1", "\"attempt\":2"));
            assertThat(Suite.await(
                                    () -> tenants.machines.describeExecution(describe -> describe.executionArn(other)),
                                    run -> !run.statusAsString().equals("RUNNING"))
                            .output())
                    .isEqualTo("{\"outcome\":\"Superseded\"}");
        }
        awaitAttempt(CREATE, "Success", 1);
        assertThat(stacks().everNamed(stack)).isEqualTo(1);
    }

    private static String start(String name, String input) {
        return tenants.machines
                .startExecution(start -> start.stateMachineArn(tenants.machine("create"))
                        .name(name)
                        .input(input))
                .executionArn();
    }

    @Test
    void aDeletionDuringTheCreation_waitsForIt_andThenTakesAllAway() {
        try (Stacks.Hold _ = stacks().hold(stack, "InboundQueueAge")) {
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
    void anUpdateThatChangesNothing_isASuccess_andMendsTheRow() {
        use(tenants.provisioned());
        tenants.change(
                tenant, "METADATA", Map.of("Version", "0.9.0", "OutboundQueueArn", "old", "OutboundQueueUrl", "u"));
        assertThat(tenants.api().post("/tenants/" + tenant + "/updates", "").status())
                .isEqualTo(202);
        tenants.awaitStatus(tenant, UPDATE, "Success");
        assertThat(stacks().status(stack)).contains(StackStatus.CREATE_COMPLETE);
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
        try (Stacks.Hold _ = stacks().hold(stack, "TenantRecord")) {
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
        assertThat(again.at("execution")).endsWith("-g2-v1-0-0-a1");
        tenants.awaitQueue(tenant);
        tenants.awaitStatus(tenant, CREATE, "Success");
        assertThat(stacks().everNamed(stack)).isEqualTo(2);
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
                .answer(1000, calls("managemetadata", "dynamodb", "UpdateItem"), "ResourceNotFoundException");
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
    void aTaskFunctionThatAlwaysFails_isAFailureWithoutItsInnards() {
        server.cloud().faults().failInvocation(1000, invocations("DeployStack"), "secret");
        tenants.queue(tenant);
        assertThat(tenants.awaitStatus(tenant, CREATE, "Failure").text("FailureReason"))
                .startsWith("DeployStack failed: ")
                .doesNotContain("secret");
    }

    @Test
    void anEventThatCannotBePublished_isPublishedByTheWatcher() {
        server.cloud().faults().answer(1000, calls("create", "events"), "InternalException");
        tenants.queue(tenant);
        tenants.awaitStatus(tenant, CREATE, "Success");
        Suite.await(() -> tenants.events(tenant, "TenantProvisioned"), events -> events.size() == 1);
        assertThat(hits).as("nine tries").hasValue(9);
        assertThat(tenants.queue(tenant).status()).isEqualTo(200);
    }
}
