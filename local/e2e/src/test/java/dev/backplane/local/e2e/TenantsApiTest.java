package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.StackStatus;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.testing.Threads;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The life cycle of tenants over HTTP, with the real state machines, functions and stacks at a higher speed. */
class TenantsApiTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private TenantQueues tenants;
    private String tenant;

    @BeforeEach
    void open() {
        api = SUITE.api();
        tenants = new TenantQueues(SUITE.server());
        tenant = TenantQueues.newTenant();
    }

    @AfterEach
    void close() {
        tenants.close();
    }

    private static void assertProblem(Answer answer, int status, String code) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void aQueue_isProvisionedWhenItIsAskedForFirst_andTakesMessages() {
        Answer first = tenants.queue(tenant);
        assertThat(first.status()).isEqualTo(202);
        assertThat(first.header("retry-after")).contains("5");
        assertThat(first.at("status")).isEqualTo("PROVISIONING");
        assertThat(first.at("execution")).endsWith(":" + tenant + "-g1-v1-2-0-a1");

        Answer ready = tenants.awaitQueue(tenant);
        assertThat(ready.at("arn"))
                .isEqualTo("arn:aws:sqs:us-east-1:000000000000:" + TenantQueues.stackName(tenant) + "-inbound");
        try (SqsClient sqs = tenants.queues()) {
            sqs.sendMessage(send -> send.queueUrl(ready.at("url")).messageBody("hello"));
            assertThat(sqs.receiveMessage(
                                    receive -> receive.queueUrl(ready.at("url")).waitTimeSeconds(5))
                            .messages())
                    .singleElement()
                    .satisfies(message -> assertThat(message.body()).isEqualTo("hello"));
        }
        tenants.awaitStatus(tenant, "AUDIT#CREATE", "Success");
        Suite.await(() -> tenants.events(tenant, "TenantProvisioned"), events -> events.size() == 1);
        assertThat(tenants.events(tenant, "TenantProvisioned")
                        .getFirst()
                        .detail()
                        .path("eventId")
                        .asText())
                .isEqualTo(tenant + "-g1-v1-2-0-a1#TenantProvisioned");
        assertThat(tenants.events(tenant, "TenantProvisioned")
                        .getFirst()
                        .detail()
                        .at("/actor/id")
                        .asText())
                .isEqualTo("tenant-create");
    }

    @Test
    void theFirst64Calls_startOneRunAndOneStack() {
        List<Answer> answers = Threads.race(64, _ -> api.get("/tenants/" + tenant + "/queues/inbound"))
                .allResults();

        assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isIn(200, 202));
        tenants.awaitQueue(tenant);
        tenants.awaitStatus(tenant, "AUDIT#CREATE", "Success");
        assertThat(tenants.executions("create", tenant)).hasSize(1);
        assertThat(SUITE.server().cloud().stacks().countNamed(TenantQueues.stackName(tenant)))
                .isEqualTo(1);
    }

    @Test
    void aTenantOfAnOlderStack_isUpdatedAndLosesItsOutboundQueue() {
        tenant = tenants.provisionedAt("0.9.0");
        tenants.change(
                tenant,
                "METADATA",
                Map.of(
                        "OutboundQueueArn",
                        "arn:aws:sqs:us-east-1:000000000000:old",
                        "OutboundQueueUrl",
                        "https://sqs.us-east-1.amazonaws.com/000000000000/old"),
                "StackId",
                "Generation");
        assertThat(api.get("/tenants/" + tenant + "/queues/Outbound").status()).isEqualTo(200);
        assertThat(api.get("/tenants/" + tenant + "/queues").json().path("items"))
                .hasSize(2);

        Answer update = api.post("/tenants/" + tenant + "/updates", "");
        assertThat(update.status()).isEqualTo(202);
        assertThat(update.at("version")).isEqualTo(TenantQueues.CURRENT);
        tenants.awaitStatus(tenant, "AUDIT#UPDATE#1.2.0", "Success");

        assertThat(tenants.queue(tenant).at("version")).isEqualTo(TenantQueues.CURRENT);
        assertProblem(api.get("/tenants/" + tenant + "/queues/Outbound"), 404, "QUEUE_NOT_FOUND");
        assertThat(tenants.row(tenant, "METADATA").orElseThrow().attributes())
                .containsKeys("StackId", "Generation")
                .doesNotContainKeys("OutboundQueueArn", "OutboundQueueUrl");
        assertThat(SUITE.server().cloud().stacks().status(TenantQueues.stackName(tenant)))
                .contains(StackStatus.UPDATE_COMPLETE);
        Suite.await(() -> tenants.events(tenant, "TenantUpdated"), events -> events.size() == 1);
        assertThat(api.post("/tenants/" + tenant + "/updates", "").status()).isEqualTo(200);
    }

    @Test
    void aRegisteredTenant_isListedByStatusAndTier_throughItsLife() {
        Answer created = api.put(
                "/tenants/" + tenant,
                "{\"name\":\"Acme Inc.\",\"tier\":\"premium\",\"attributes\":{\"crmId\":\"4711\"}}");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("location")).contains("/tenants/" + tenant);
        awaitListed("registered");
        assertThat(api.put("/tenants/" + tenant, "{\"tier\":\"premium\",\"provision\":true}")
                        .at("status"))
                .isEqualTo("provisioning");
        tenants.awaitStatus(tenant, "AUDIT#CREATE", "Success");
        awaitListed("ready");
        assertProblem(api.put("/tenants/" + tenant, "{\"tier\":\"gold\"}"), 400, "INVALID_REQUEST");
        assertThat(api.delete("/tenants/" + tenant).status()).isEqualTo(202);
        tenants.awaitStatus(tenant, "AUDIT#DELETE", "Success");
        awaitListed("deleted");
        assertProblem(api.put("/tenants/" + tenant, "{}"), 410, "TENANT_DELETED");
    }

    private void awaitListed(String status) {
        Suite.await(
                () -> api.get("/tenants?limit=100&tier=premium&status=" + status),
                page -> page.text().contains('"' + tenant + '"'));
        assertThat(api.get("/tenants/" + tenant).at("status")).isEqualTo(status);
    }

    @Test
    void aTenant_isDeleted_andTakenOnAnewOnlyByAnAdministrator() {
        tenant = tenants.provisioned();
        String url = tenants.queue(tenant).at("url");
        Answer deletion = api.delete("/tenants/" + tenant + "?reason=moved%20away");
        assertThat(deletion.status()).isEqualTo(202);
        Answer again = api.delete("/tenants/" + tenant);
        assertThat(again.status()).isEqualTo(202);
        assertThat(again.at("execution")).isEqualTo(deletion.at("execution"));

        tenants.awaitStatus(tenant, "AUDIT#DELETE", "Success");
        assertProblem(tenants.queue(tenant), 410, "TENANT_DELETED");
        assertProblem(api.get("/tenants/" + tenant + "/queues"), 410, "TENANT_DELETED");
        assertProblem(api.delete("/tenants/" + tenant), 410, "TENANT_DELETED");
        assertProblem(api.post("/tenants/" + tenant + "/updates", ""), 404, "TENANT_NOT_FOUND");
        assertThat(tenants.row(tenant, "METADATA")).isEmpty();
        assertThat(SUITE.server().cloud().stacks().status(TenantQueues.stackName(tenant)))
                .isNotEqualTo(StackStatus.CREATE_COMPLETE);
        Suite.await(() -> tenants.events(tenant, "TenantDeleted"), events -> events.size() == 1);
        JsonNode deleted = tenants.events(tenant, "TenantDeleted").getFirst().detail();
        assertThat(deleted.path("reason").asText()).isEqualTo("moved away");
        assertThat(deleted.at("/actor/type").asText()).isNotEqualTo("system").isNotEmpty();
        assertThat(tenants.row(tenant, "AUDIT#DELETE").orElseThrow().text("Actor"))
                .isEqualTo(deleted.at("/actor/type").asText() + ":"
                        + deleted.at("/actor/id").asText());

        Answer retry = api.post("/tenants/" + tenant + "/retries", "");
        assertThat(retry.status()).isEqualTo(202);
        assertThat(retry.at("execution")).endsWith("-g2-v1-2-0-a1");
        Answer ready = tenants.awaitQueue(tenant);
        assertThat(ready.at("url")).isEqualTo(url);
        assertThat(tenants.row(tenant, "METADATA").orElseThrow().number("Generation"))
                .isEqualTo(2);
        tenants.awaitStatus(tenant, "AUDIT#CREATE", "Success");
        assertThat(api.delete("/tenants/" + tenant).at("execution")).endsWith("-g2-d1");
        tenants.awaitStatus(tenant, "AUDIT#DELETE", "Success");
    }

    @Test
    void aTenant_isShownWithAllThatWasDone() {
        tenant = tenants.provisioned();
        Answer shown = api.get("/tenants/" + tenant);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.json().at("/metadata/version").asText()).isEqualTo(TenantQueues.CURRENT);
        assertThat(shown.json().at("/operations/0/operation").asText()).isEqualTo("CREATE");
        assertThat(shown.json().at("/operations/0/status").asText()).isEqualTo("Success");
        assertThat(Suite.await(
                                () -> api.get("/tenants?limit=100"),
                                page -> page.text().contains('"' + tenant + '"'))
                        .status())
                .isEqualTo(200);
        assertProblem(api.post("/tenants/" + tenant + "/retries", ""), 409, "NOTHING_TO_RETRY");
    }

    @Test
    void whatMakesNoSense_isRefusedAndStartsNothing() {
        assertProblem(api.get("/tenants/" + tenant + "/queues/sideways"), 400, "INVALID_QUEUE_TYPE");
        assertProblem(api.get("/tenants/" + tenant + "/queues/Outbound"), 404, "QUEUE_NOT_FOUND");
        assertProblem(api.get("/tenants/a_b/queues/Inbound"), 400, "INVALID_REQUEST");
        assertProblem(api.get("/tenants/" + tenant), 404, "TENANT_NOT_FOUND");
        assertProblem(api.get("/tenants/" + tenant + "/queues"), 404, "TENANT_NOT_FOUND");
        assertProblem(api.post("/tenants/" + tenant + "/updates", ""), 404, "TENANT_NOT_FOUND");
        assertProblem(api.post("/tenants/" + tenant + "/retries", ""), 404, "TENANT_NOT_FOUND");
        assertProblem(api.delete("/tenants/" + tenant), 404, "TENANT_NOT_FOUND");
        assertProblem(api.get("/tenants?limit=0"), 400, "INVALID_REQUEST");
        assertProblem(api.get("/tenants?cursor=x"), 400, "INVALID_CURSOR");
        assertProblem(api.get("/tenant-upgrades/latest"), 400, "INVALID_REQUEST");
        assertProblem(api.post("/tenant-upgrades", "{\"maxConcurrency\":0}"), 400, "INVALID_REQUEST");
        assertProblem(api.post("/tenant-upgrades", "{"), 400, "INVALID_JSON");
        assertThat(tenants.row(tenant, "AUDIT#CREATE")).isEmpty();
        assertThat(tenants.executions("create", tenant)).isEmpty();
    }
}
