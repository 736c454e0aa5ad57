package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.cloudformation.CloudFormation;
import dev.backplane.local.cloudformation.StackStatus;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.stepfunctions.TimeScale;
import dev.backplane.testing.Threads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Credentials for queues, and suspensions, with STS, SQS and the policies of the local cloud. */
class TenantAccessTest {

    private static final String SETTINGS = """
            {"packaging":"snapstart","edge":"true",\
            "tenants":{"onboarding":"open","clients":{"backplane-local":"own"},"tiers":{"standard":{},"premium":{}}}}""";

    private static final String UPDATE = "AUDIT#UPDATE#" + TenantQueues.CURRENT;

    private static LocalServer server;
    private static TenantQueues tenants;
    private static SqsClient owner;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException, InterruptedException {
        server = Suite.serve(
                LocalCloud.Options.of(Synthesis.of(folder, SETTINGS)).withSpeed(new TimeScale(2000)));
        tenants = new TenantQueues(server);
        owner = tenants.queues();
    }

    @AfterAll
    static void stop() {
        owner.close();
        tenants.close();
        server.close();
    }

    private static String url(String tenant) {
        return "https://sqs.us-east-1.amazonaws.com/000000000000/" + TenantQueues.stackName(tenant) + "-inbound";
    }

    private static SqsClient client(String tenant) {
        return tenants.queues(tenants.credentials(tenant, "inbound"));
    }

    private static void send(String tenant, String body) {
        owner.sendMessage(send -> send.queueUrl(url(tenant)).messageBody(body));
    }

    private static Message receive(SqsClient client, String tenant) {
        return client.receiveMessage(receive -> receive.queueUrl(url(tenant)).visibilityTimeout(0))
                .messages()
                .getFirst();
    }

    private static void assertDenied(ThrowingCallable call) {
        assertThatThrownBy(call).hasMessageContaining("is not authorized to perform");
    }

    private static void assertSuspended(String tenant) {
        assertThat(tenants.queue(tenant).code()).isEqualTo("TENANT_SUSPENDED");
        assertThat(tenants.credentials(tenant, "inbound").status()).isEqualTo(423);
    }

    private static boolean listed(String tenant, String status) {
        return tenants.api()
                .get("/tenants?limit=100&status=" + status)
                .json()
                .path("items")
                .valueStream()
                .anyMatch(item -> item.path("tenantId").asText().equals(tenant));
    }

    @Test
    void credentials_reachOneQueue_andAllowWhatItIsFor() {
        String tenant = tenants.provisioned();
        String other = tenants.provisioned();
        send(tenant, "one");
        send(other, "two");
        String deadLetters = url(tenant).replace("-inbound", "-dlq");

        try (SqsClient client = client(tenant)) {
            Message message = receive(client, tenant);
            assertThat(message.body()).isEqualTo("one");
            client.getQueueAttributes(
                    get -> get.queueUrl(url(tenant)).attributeNames(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES));
            client.deleteMessage(delete -> delete.queueUrl(url(tenant)).receiptHandle(message.receiptHandle()));

            assertDenied(() -> receive(client, other));
            assertDenied(() -> client.receiveMessage(receive -> receive.queueUrl(deadLetters)));
            assertDenied(
                    () -> client.sendMessage(send -> send.queueUrl(url(tenant)).messageBody("three")));
            assertDenied(() -> client.setQueueAttributes(
                    set -> set.queueUrl(url(tenant)).attributesWithStrings(Map.of("Policy", ""))));
            assertDenied(() -> client.startMessageMoveTask(move ->
                    move.sourceArn("arn:aws:sqs:us-east-1:000000000000:" + TenantQueues.stackName(tenant) + "-dlq")));
        }
    }

    @Test
    void aSuspension_endsTheSessions_keepsTheMessages_andSurvivesAnUpdate() {
        String tenant = tenants.provisioned();
        send(tenant, "kept");
        try (SqsClient before = client(tenant)) {
            assertThat(receive(before, tenant).body()).isEqualTo("kept");

            assertThat(tenants.suspend(tenant).at("status")).isEqualTo("suspended");
            assertSuspended(tenant);
            assertDenied(() -> receive(before, tenant));
            assertThat(listed(tenant, "suspended")).isTrue();
            assertThat(listed(tenant, "ready")).isFalse();
            assertThat(tenants.api()
                            .get("/tenants/" + tenant + "/queues")
                            .json()
                            .at("/items/0/messages")
                            .asInt())
                    .as("the suite itself keeps its access")
                    .isEqualTo(1);

            tenants.change(tenant, "METADATA", Map.of("Version", "0.9.0"));
            assertThat(tenants.api()
                            .post("/tenants/" + tenant + "/updates", "{}")
                            .status())
                    .isEqualTo(202);
            tenants.awaitStatus(tenant, UPDATE, "Success");
            assertSuspended(tenant);
            assertDenied(() -> receive(before, tenant));

            assertThat(tenants.resume(tenant).at("status")).isEqualTo("ready");
            assertDenied(() -> receive(before, tenant));
            try (SqsClient after = client(tenant)) {
                assertThat(receive(after, tenant).body()).isEqualTo("kept");
            }
        }
        assertThat(tenants.events(tenant, "TenantSuspended")).hasSize(1);
        assertThat(tenants.events(tenant, "TenantResumed")).hasSize(1);
    }

    @Test
    void aTenantThatIsNotProvisioned_staysSoWhileItIsSuspended() {
        String tenant = TenantQueues.newTenant();
        assertThat(tenants.suspend(tenant).status()).isEqualTo(404);
        tenants.api().put("/tenants/" + tenant, "{}");
        assertThat(tenants.suspend(tenant).status()).isEqualTo(200);
        assertSuspended(tenant);
        assertThat(tenants.executions("create", tenant)).isEmpty();
        assertThat(tenants.resume(tenant).at("status")).isEqualTo("registered");
        assertThat(tenants.credentials(tenant, "inbound").status()).isEqualTo(202);
        tenants.awaitQueue(tenant);
    }

    @Test
    void aSuspensionDuringTheCreation_locksTheNewQueue() {
        String tenant = TenantQueues.newTenant();
        String stack = TenantQueues.stackName(tenant);
        try (CloudFormation.Hold _ = server.cloud().stacks().hold(stack, "InboundQueueAge")) {
            tenants.queue(tenant);
            Suite.await(
                    () -> server.cloud().stacks().status(stack), Optional.of(StackStatus.CREATE_IN_PROGRESS)::equals);
            assertThat(tenants.suspend(tenant).status()).isEqualTo(200);
        }
        tenants.awaitStatus(tenant, "AUDIT#CREATE", "Success");
        assertSuspended(tenant);
        assertThat(policy(tenant)).contains("\"Deny\"").doesNotContain("aws:TokenIssueTime");
        assertThat(tenants.resume(tenant).at("status")).isEqualTo("ready");
        try (SqsClient client = client(tenant)) {
            send(tenant, "one");
            assertThat(receive(client, tenant).body()).isEqualTo("one");
        }
    }

    private static String policy(String tenant) {
        return owner.getQueueAttributes(get -> get.queueUrl(url(tenant)).attributeNames(QueueAttributeName.POLICY))
                .attributes()
                .getOrDefault(QueueAttributeName.POLICY, "");
    }

    @Test
    void aSuspensionWhoseFunctionFails_isCompletedByItsMessage() {
        String tenant = tenants.provisioned();
        try (SqsClient before = client(tenant)) {
            server.cloud()
                    .faults()
                    .answer(
                            1,
                            call -> call.role().toLowerCase(Locale.ROOT).contains("suspendtenant")
                                    && call.is("sqs", "SetQueueAttributes"),
                            "AccessDeniedException");
            assertThat(tenants.suspend(tenant).status()).isEqualTo(500);
            assertSuspended(tenant);
            assertThat(policy(tenant)).isEmpty();

            Suite.await(() -> policy(tenant), policy -> policy.contains("Deny"));
            assertDenied(() -> before.receiveMessage(receive -> receive.queueUrl(url(tenant))));
            Suite.await(() -> tenants.events(tenant, "TenantSuspended"), events -> events.size() == 1);
        }
    }

    @Test
    void manySuspensionsAndResumptions_endAsTheRowSays() {
        String tenant = tenants.provisioned();
        List<Answer> answers = Threads.race(8, i -> i % 2 == 0 ? tenants.suspend(tenant) : tenants.resume(tenant))
                .allResults();
        assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isIn(200, 503));
        boolean suspended = tenants.queue(tenant).status() == 423;
        Suite.await(() -> policy(tenant), policy -> policy.contains("aws:TokenIssueTime") != suspended);
    }

    @Test
    void sessionsOfADeletedTenant_doNotReachItsNextQueue() {
        String tenant = tenants.provisioned();
        try (SqsClient before = client(tenant)) {
            tenants.api().delete("/tenants/" + tenant);
            tenants.awaitStatus(tenant, "AUDIT#DELETE", "Success");
            assertThat(tenants.suspend(tenant).status()).isEqualTo(410);
            assertThat(tenants.credentials(tenant, "inbound").status()).isEqualTo(410);
            tenants.api().post("/tenants/" + tenant + "/retries", "{}");
            tenants.awaitQueue(tenant);
            send(tenant, "new");
            assertDenied(() -> receive(before, tenant));
            try (SqsClient after = client(tenant)) {
                assertThat(receive(after, tenant).body()).isEqualTo("new");
            }
        }
    }

    @Test
    void aClientOfATenant_getsCredentialsForItsOwnQueueOnly() {
        tenants.queue("own");
        tenants.awaitQueue("own");
        String other = tenants.provisioned();
        Api self = new Api(server.address(), server.token()).withScope("backplane/tenants.self");
        assertThat(self.post("/tenants/own/queues/inbound/credentials", "{}").status())
                .isEqualTo(200);
        assertThat(self.post("/tenants/" + other + "/queues/inbound/credentials", "{}")
                        .code())
                .isEqualTo("FORBIDDEN");
        assertThat(self.get("/tenants/own/queues/inbound").status()).isEqualTo(403);
        assertThat(self.put("/tenants/own/suspension", "{\"reason\":\"x\"}").status())
                .isEqualTo(403);
    }
}
