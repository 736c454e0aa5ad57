package dev.backplane.tenants.api;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static dev.backplane.tenants.store.StoreFixture.olderRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeMachines.Started;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GetQueueHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private void created(String status, String version, int generation, int attempt) {
        api.stores.put(auditRow(ACME, "AUDIT#CREATE", status, version, generation, attempt));
    }

    private void assertStarted(GatewayResponse answer, String name, int attempt) {
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.header("retry-after")).contains("5");
        assertThatJson(answer.body())
                .isEqualTo("{status:'PROVISIONING',attempt:" + attempt + ",execution:'create:" + name + "'}");
        assertThat(api.aws.machines.started()).extracting(Started::name).containsExactly(name);
    }

    @Test
    void aReadyQueue_isAnswered() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        GatewayResponse answer = api.queue("acme", "inbound");

        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("""
                        {tenantId:'acme',type:'Inbound',arn:'arn:aws:sqs:us-east-1:000000000000:t-acme-inbound',
                         url:'https://sqs.us-east-1.amazonaws.com/000000000000/t-acme-inbound',
                         region:'us-east-1',version:'1.0.0'}""");
        assertThat(api.aws.machines.started()).isEmpty();
    }

    @Test
    void anOutboundQueue_isAnsweredForTenantsThatHaveOne() {
        assertThat(api.queue("acme", "Outbound").code()).isEqualTo("QUEUE_NOT_FOUND");
        api.stores.put(olderRow(ACME));
        assertThatJson(api.queue("acme", "OUTBOUND").body()).node("type").isEqualTo("Outbound");
        api.stores.put(metadataRow(ACME, "1.0.0"));
        GatewayResponse none = api.queue("acme", "Outbound");
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.code()).isEqualTo("QUEUE_NOT_FOUND");
        assertThat(api.aws.machines.started()).isEmpty();
    }

    @Test
    void theFirstCall_startsTheFirstRun_withAnInputThatFollowsFromItsName() {
        assertStarted(api.queue("acme", "Inbound"), "acme-g1-v1-0-1-a1", 1);
        assertThat(api.aws.machines.started())
                .containsExactly(new Started(
                        "create",
                        "acme-g1-v1-0-1-a1",
                        "{\"tenantId\":\"acme\",\"generation\":1,\"attempt\":1,\"version\":\"1.0.1\"}"));
    }

    @Test
    void theFirst64CallsAtOnce_startOneRun() {
        List<GatewayResponse> answers =
                Threads.race(64, _ -> api.queue("acme", "Inbound")).allResults();

        assertThat(answers).extracting(GatewayResponse::status).containsOnly(202);
        assertThat(api.aws.machines.started()).hasSize(1);
    }

    @Test
    void whileARunIsAtWork_callersWait() {
        created("Started", "1.0.1", 1, 2);
        GatewayResponse answer = api.queue("acme", "Inbound");

        assertThat(answer.status()).isEqualTo(202);
        assertThatJson(answer.body()).node("execution").isEqualTo("execution:AUDIT#CREATE-2");
        assertThat(api.aws.machines.started()).isEmpty();
    }

    @Test
    void afterAFailure_callersAreToldWhyAndWhenToComeBack_andThenTheNextAttemptStarts() {
        created("Failure", "1.0.1", 1, 2);
        api.test.clock().advance(Duration.ofSeconds(30));
        GatewayResponse answer = api.queue("acme", "Inbound");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("retry-after")).contains("330");
        assertThat(answer.code()).isEqualTo("PROVISIONING_FAILED");
        assertThatJson(answer.body())
                .isObject()
                .containsEntry("reason", "It broke.")
                .containsEntry("retryAt", "2026-01-05T00:06:00.000Z");
        assertThatJson(answer.body()).node("attempt").isEqualTo(2);
        assertThat(api.aws.machines.started()).isEmpty();

        api.test.clock().advance(Duration.ofSeconds(330));
        assertStarted(api.queue("acme", "Inbound"), "acme-g1-v1-0-1-a3", 3);
    }

    @Test
    void afterTheLastAttempt_onlyAPersonCanHelp() {
        created("Failure", "1.0.1", 1, 5);
        api.test.clock().advance(Duration.ofDays(100));
        GatewayResponse answer = api.queue("acme", "Inbound");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.code()).isEqualTo("PROVISIONING_FAILED");
        assertThatJson(answer.body()).node("reason").isEqualTo("It broke.");
        assertThatJson(answer.body()).node("attempt").isEqualTo(5);
        assertThatJson(answer.body()).isObject().doesNotContainKey("retryAt");
        assertThat(api.aws.machines.started()).isEmpty();
    }

    @Test
    void aFailureOfAnOlderVersion_isTriedAgainAtOnce() {
        created("Failure", "1.0.0", 1, 5);
        assertStarted(api.queue("acme", "Inbound"), "acme-g1-v1-0-1-a1", 1);
    }

    @Test
    void aStackThatWentBehindOurBack_isMadeAgainInANewLife() {
        created("Success", "1.0.1", 1, 1);
        assertStarted(api.queue("acme", "Inbound"), "acme-g2-v1-0-1-a1", 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Started", "Success", "Failure"})
    void aTenantWhoseDeletionHasBegun_isGone(String status) {
        api.stores.put(metadataRow(ACME, "1.0.1"));
        api.stores.put(auditRow(ACME, "AUDIT#DELETE", status, "1.0.1", 1, 1));
        for (String type : new String[] {"Inbound", "Outbound"}) {
            GatewayResponse answer = api.queue("acme", type);
            assertThat(answer.status()).isEqualTo(410);
            assertThat(answer.code()).isEqualTo("TENANT_DELETED");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"inbounds", "x", "inbound ", "0"})
    void anUnknownType_isRefusedBeforeAnythingIsRead(String type) {
        GatewayResponse answer = api.queue("acme", type);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_QUEUE_TYPE");
        assertThat(api.test.lines().getLast()).contains("\"calls\":0.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a_b", "-a", "a b", "acme#", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
    void aBadTenantId_isRefusedBeforeAnythingIsRead(String tenant) {
        GatewayResponse answer = api.queue(tenant, "Inbound");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo("tenantId");
        assertThat(api.test.lines().getLast()).contains("\"calls\":0.0");
    }

    @Test
    void aRunThatEndedWithoutARow_isFollowedByTheNextAttempt() {
        api.aws.machines.close("acme-g1-v1-0-1-a1");
        api.aws.machines.close("acme-g1-v1-0-1-a2");
        assertStarted(api.queue("acme", "Inbound"), "acme-g1-v1-0-1-a3", 3);
    }

    @Test
    void aRunThatEndedJustNow_isReadAgain() {
        api.aws.machines.close("acme-g1-v1-0-1-a1");
        api.aws.machines.whenAsked(() -> api.stores.put(metadataRow(ACME, "1.0.1")));

        assertThat(api.queue("acme", "Inbound").status()).isEqualTo(200);
        assertThat(api.aws.machines.started()).isEmpty();
    }

    @Test
    void namesWithoutEnd_areGivenUp() {
        api.aws.machines.refuse("ExecutionAlreadyExists");
        GatewayResponse answer = api.queue("acme", "Inbound");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("CONTENDED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ExecutionLimitExceeded", "ThrottlingException"})
    void whenNoRunCanBeStarted_callersComeBackLater(String code) {
        api.aws.machines.refuse(code);
        GatewayResponse answer = api.queue("acme", "Inbound");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("THROTTLED");
        assertThat(answer.header("retry-after")).contains("2");
    }

    @Test
    void anyOtherRefusal_isAFaultThatTellsNothing() {
        api.aws.machines.refuse("StateMachineDoesNotExist");
        GatewayResponse answer = api.queue("acme", "Inbound");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.code()).isEqualTo("INTERNAL");
        assertThat(answer.body()).doesNotContain("StateMachine");
    }

    @Test
    void aReadyQueue_costsOneQuery() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        api.stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "1.0.0", 1, 1));
        api.queue("acme", "Inbound");
        assertThat(api.test.lines().getLast()).contains("\"calls\":1.0,\"readUnits\":1.0,\"writeUnits\":0.0");
    }
}
