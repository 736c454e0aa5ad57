package dev.backplane.tenants.api;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.Audit;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeMachines.Started;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Threads;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OperationHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private void audit(String sort, String status, int generation, int attempt) {
        api.stores.put(auditRow(ACME, sort, status, "1.0.1", generation, attempt));
    }

    private List<String> names() {
        return api.aws.machines.started().stream().map(Started::arn).toList();
    }

    private static void assertProblem(GatewayResponse answer, int status, String code) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void update_ofATenantOfAnotherVersion_isStarted() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        GatewayResponse answer = api.update("acme");

        assertThat(answer.status()).isEqualTo(202);
        assertThatJson(answer.body()).isEqualTo("{execution:'update:acme-g1-v1-0-1-u1',version:'1.0.1',attempt:1}");
        assertThat(api.aws.machines.started().getFirst().input())
                .isEqualTo("{\"tenantId\":\"acme\",\"generation\":1,\"attempt\":1,\"version\":\"1.0.1\","
                        + "\"actor\":{\"type\":\"user\",\"id\":\"unknown\"}}");
    }

    @Test
    void update_ofATenantThatIsThere_startsNothing() {
        api.stores.put(metadataRow(ACME, "1.0.1"));
        GatewayResponse answer = api.update("acme");
        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("{version:'1.0.1'}");
        assertThat(names()).isEmpty();
    }

    @Test
    void update_afterAFailure_isTheNextAttempt() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        audit("AUDIT#UPDATE#1.0.1", "Failure", 1, 3);
        assertThat(api.update("acme").status()).isEqualTo(202);
        assertThat(names()).containsExactly("update:acme-g1-v1-0-1-u4");
    }

    @Test
    void update_isRefusedForTheReasonsThatThereAre() {
        assertProblem(api.update("acme"), 404, "TENANT_NOT_FOUND");
        api.stores.put(metadataRow(ACME, "1.0.0"));
        audit("AUDIT#UPDATE#1.0.1", "Started", 1, 1);
        GatewayResponse busy = api.update("acme");
        assertProblem(busy, 409, "OPERATION_IN_PROGRESS");
        assertThatJson(busy.body())
                .isObject()
                .containsEntry("operation", "UPDATE")
                .containsEntry("execution", "execution:AUDIT#UPDATE#1.0.1-1");
        audit("AUDIT#DELETE", "Started", 1, 1);
        assertThatJson(api.update("acme").body()).node("operation").isEqualTo("DELETE");
        audit("AUDIT#UPDATE#1.0.1", "Failure", 1, 1);
        audit("AUDIT#DELETE", "Success", 1, 1);
        assertProblem(api.update("acme"), 404, "TENANT_NOT_FOUND");
        assertThat(names()).isEmpty();
    }

    @Test
    void delete_startsOneRun_howeverOftenItIsAskedFor() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        List<GatewayResponse> answers =
                Threads.race(64, _ -> api.delete("acme")).allResults();

        assertThat(answers).extracting(GatewayResponse::status).containsOnly(202);
        assertThat(answers).extracting(GatewayResponse::body).containsOnly("{\"execution\":\"delete:acme-g1-d1\"}");
        assertThat(api.aws.machines.started().getFirst().input())
                .isEqualTo("{\"tenantId\":\"acme\",\"generation\":1,\"attempt\":1,\"version\":\"1.0.1\","
                        + "\"actor\":{\"type\":\"user\",\"id\":\"unknown\"}}");
        audit("AUDIT#DELETE", "Started", 1, 1);
        assertThat(api.delete("acme").body()).isEqualTo("{\"execution\":\"execution:AUDIT#DELETE-1\"}");
        assertThat(names()).hasSize(1);
    }

    @Test
    void operations_passCallerAndReasonToTheirRuns_andDeletionsKeepThemInTheRow() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        GatewayResponse updated = HttpCall.of(UpdateTenantHandler.OPERATION)
                .path("tenantId", "acme")
                .sub("Ann@example.com")
                .body("{\"reason\":\"new queue\"}")
                .send(new UpdateTenantHandler(api.test.platform()));
        GatewayResponse deleted = HttpCall.of(DeleteTenantHandler.OPERATION)
                .path("tenantId", "acme")
                .sub("ci")
                .claim("client_id", "ci")
                .query("reason=moved%20away")
                .send(new DeleteTenantHandler(api.test.platform()));

        assertThat(updated.status()).isEqualTo(202);
        assertThat(deleted.status()).isEqualTo(202);
        assertThatJson(api.aws.machines.started().get(0).input())
                .isObject()
                .containsEntry("actor", json("{type:'user',id:'ann@example.com'}"))
                .containsEntry("reason", "new queue");
        assertThatJson(api.aws.machines.started().get(1).input())
                .isObject()
                .containsEntry("actor", json("{type:'client',id:'ci'}"))
                .containsEntry("reason", "moved away");
        assertThat(api.stores.row(ACME, "AUDIT#DELETE"))
                .containsEntry("Actor", "client:ci")
                .containsEntry("Reason", "moved away");
    }

    /** The rows that two callers read are the same, but their inputs differ; one run owns the row. */
    @Test
    void delete_byDifferentCallersAtOnce_hasOneOwner() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        List<GatewayResponse> answers = Threads.race(
                        32,
                        thread -> HttpCall.of(DeleteTenantHandler.OPERATION)
                                .path("tenantId", "acme")
                                .sub("user-" + thread)
                                .send(new DeleteTenantHandler(api.test.platform())))
                .allResults();

        assertThat(answers).extracting(GatewayResponse::status).containsOnly(202);
        String owner = api.stores.row(ACME, "AUDIT#DELETE").get("Execution");
        assertThat(answers).extracting(answer -> answer.text("execution")).containsOnly(owner);
    }

    @Test
    void delete_isInForceWhenItIsAnswered() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        assertThat(api.queue("acme", "Inbound").status()).isEqualTo(200);
        assertThat(api.delete("acme").status()).isEqualTo(202);

        assertProblem(api.queue("acme", "Inbound"), 410, "TENANT_DELETED");
        assertProblem(api.queues("acme"), 410, "TENANT_DELETED");
        assertProblem(api.update("acme"), 409, "OPERATION_IN_PROGRESS");
        assertThat(api.stores.row(ACME, "AUDIT#DELETE"))
                .containsEntry("Status", "Started")
                .containsEntry("Execution", "delete:acme-g1-d1");
    }

    @Test
    void delete_whoseRunHasEndedBeforeItIsAnswered_leavesItsEnd() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        api.aws.machines.whenAsked(() -> {
            var row = auditRow(ACME, "AUDIT#DELETE", "Success", "1.0.1", 1, 1);
            row.put("Execution", "delete:acme-g1-d1");
            api.stores.put(row);
        });
        assertThat(api.delete("acme").body()).isEqualTo("{\"execution\":\"delete:acme-g1-d1\"}");
        assertThat(api.stores.row(ACME, "AUDIT#DELETE")).containsEntry("Status", "Success");
    }

    @Test
    void runsWhoseEndGotLost_standInNobodysWay() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        audit("AUDIT#CREATE", "Success", 1, 1);
        audit("AUDIT#UPDATE#1.0.1", "Started", 1, 1);
        assertProblem(api.update("acme"), 409, "OPERATION_IN_PROGRESS");
        api.test.clock().advance(Audit.OVERDUE_AFTER.plusMillis(1));
        assertThat(api.update("acme").status()).isEqualTo(202);

        audit("AUDIT#DELETE", "Started", 1, 1);
        assertThat(api.delete("acme").text("execution")).isEqualTo("delete:acme-g1-d2");
        assertThat(names()).containsExactly("update:acme-g1-v1-0-1-u2", "delete:acme-g1-d2");
    }

    @Test
    void retry_afterARollBackToAVersionWithManyAttempts_findsANameThatIsFree() {
        api.stores.put(auditRow(ACME, "AUDIT#CREATE", "Failure", "1.0.2", 1, 1));
        for (int attempt = 1; attempt <= 40; attempt++) {
            api.aws.machines.close("acme-g1-v1-0-1-a" + attempt);
        }
        assertThat(api.retry("acme").status()).isEqualTo(202);
        assertThat(names()).hasSize(1);
    }

    @Test
    void retry_ofATenantWhoseRowIsOfAStackThatIsGone_isTheNextAttempt() {
        zombie();
        assertProblem(api.queue("acme", "Inbound"), 503, "PROVISIONING_FAILED");
        assertProblem(api.queues("acme"), 404, "TENANT_NOT_FOUND");
        assertProblem(api.update("acme"), 404, "TENANT_NOT_FOUND");
        assertThat(api.retry("acme").text("execution")).isEqualTo("create:acme-g1-v1-0-1-a2");
    }

    /** A row written after its stack had failed, by a version that did not bind writes to executions. */
    private void zombie() {
        var row = metadataRow(ACME, "1.0.1");
        row.remove("Execution");
        api.stores.put(row);
        audit("AUDIT#CREATE", "Failure", 1, 1);
    }

    @Test
    void delete_ofATenantWithoutARow_isStarted() {
        audit("AUDIT#CREATE", "Failure", 2, 5);
        assertThat(api.delete("acme").status()).isEqualTo(202);
        assertThat(names()).containsExactly("delete:acme-g2-d1");
    }

    @Test
    void delete_afterAFailure_isTheNextAttempt() {
        audit("AUDIT#CREATE", "Success", 1, 1);
        audit("AUDIT#DELETE", "Failure", 1, 1);
        api.aws.machines.close("acme-g1-d2");
        assertThat(api.delete("acme").status()).isEqualTo(202);
        assertThat(names()).containsExactly("delete:acme-g1-d3");
    }

    @Test
    void delete_ofWhatIsNotThere_isRefused() {
        assertProblem(api.delete("acme"), 404, "TENANT_NOT_FOUND");
        audit("AUDIT#DELETE", "Success", 1, 1);
        assertProblem(api.delete("acme"), 410, "TENANT_DELETED");
        assertThat(names()).isEmpty();
    }

    @Test
    void retry_afterTheLastAttempt_isOneMore() {
        audit("AUDIT#CREATE", "Failure", 1, 5);
        GatewayResponse answer = api.retry("acme");
        assertThat(answer.status()).isEqualTo(202);
        assertThatJson(answer.body()).isEqualTo("{execution:'create:acme-g1-v1-0-1-a6',version:'1.0.1',attempt:6}");
    }

    @Test
    void retry_ofADeletedTenant_isANewLife() {
        audit("AUDIT#CREATE", "Success", 1, 1);
        audit("AUDIT#DELETE", "Success", 1, 1);
        assertThat(api.retry("acme").status()).isEqualTo(202);
        assertThat(names()).containsExactly("create:acme-g2-v1-0-1-a1");
    }

    @Test
    void retry_isRefusedForTheReasonsThatThereAre() {
        assertProblem(api.retry("acme"), 404, "TENANT_NOT_FOUND");
        audit("AUDIT#CREATE", "Started", 1, 1);
        assertProblem(api.retry("acme"), 409, "OPERATION_IN_PROGRESS");
        audit("AUDIT#CREATE", "Success", 1, 1);
        api.stores.put(metadataRow(ACME, "1.0.0"));
        assertProblem(api.retry("acme"), 409, "NOTHING_TO_RETRY");
        audit("AUDIT#DELETE", "Failure", 1, 1);
        assertProblem(api.retry("acme"), 409, "NOTHING_TO_RETRY");
        assertThat(names()).isEmpty();
    }

    @Test
    void badIds_areRefusedEverywhere() {
        for (GatewayResponse answer : new GatewayResponse[] {
            api.update("a_b"), api.retry("a_b"), api.delete("a_b"), api.tenant("a_b"), api.queues("a_b")
        }) {
            assertProblem(answer, 400, "INVALID_REQUEST");
        }
    }
}
