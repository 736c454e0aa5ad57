package dev.backplane.tenants.api;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.store.TenantStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.Threads;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegisterTenantHandlerTest {

    private static final String GOLD =
            "{\"name\":\"Acme Inc.\",\"tier\":\"premium\",\"attributes\":{\"crmId\":\"4711\"}}";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    @Test
    void aNewTenant_isCreated_andShownAndListed() {
        GatewayResponse created = api.register("acme", GOLD);
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("location")).contains("/tenants/acme");
        assertThatJson(created.body()).isEqualTo("""
                {tenantId:'acme',name:'Acme Inc.',tier:'premium',attributes:{crmId:'4711'},status:'registered',
                 createdAt:'2026-01-05T00:00:00.000Z',updatedAt:'2026-01-05T00:00:00.000Z'}""");
        assertThatJson(api.tenant("acme").body()).isEqualTo("""
                {tenantId:'acme',name:'Acme Inc.',tier:'premium',attributes:{crmId:'4711'},status:'registered',
                 generation:1,operations:[]}""");
        for (String query : List.of("", "status=registered", "tier=premium", "status=registered&tier=premium")) {
            assertThatJson(api.tenants(query).body()).node("items").isEqualTo("""
                    [{tenantId:'acme',name:'Acme Inc.',tier:'premium',status:'registered',generation:1,
                      createdAt:'2026-01-05T00:00:00.000Z',updatedAt:'2026-01-05T00:00:00.000Z'}]""");
        }
        assertThatJson(api.tenants("status=ready").body()).node("items").isEqualTo("[]");
        assertThat(api.aws.machines.started()).isEmpty();
    }

    @Test
    void aKnownTenant_isReplacedAsAWhole() {
        api.register("acme", GOLD);
        GatewayResponse replaced = api.register("acme", "{}");
        assertThat(replaced.status()).isEqualTo(200);
        assertThatJson(api.tenant("acme").body())
                .isEqualTo("{tenantId:'acme',attributes:{},status:'registered',generation:1,operations:[]}");
    }

    @Test
    void provision_startsTheRunThatAQueueRequestWould_once() {
        assertThatJson(api.register("acme", "{\"provision\":true}").body())
                .node("status")
                .isEqualTo("provisioning");
        assertThat(api.aws.machines.started().getFirst().name()).isEqualTo("acme-g1-v1-0-1-a1");
        api.stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.1", 1, 1));
        api.register("acme", "{\"provision\":true}");
        assertThat(api.aws.machines.started()).hasSize(1);
    }

    @Test
    void provision_ofATenantWithAQueue_startsNothing() {
        api.stores.put(metadataRow(ACME, "1.0.1"));
        assertThatJson(api.register("acme", "{\"provision\":true}").body())
                .node("status")
                .isEqualTo("ready");
        assertThat(api.aws.machines.started()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Started", "Success", "Failure"})
    void aDeletedTenant_isGone(String status) {
        api.stores.put(auditRow(ACME, "AUDIT#DELETE", status, "1.0.0", 1, 1));
        assertThat(api.register("acme", GOLD).status()).isEqualTo(410);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'tier':'gold'}|tier",
                "{'tier':''}|tier",
                "{'name':''}|name",
                "{'name':7}|name",
                "{'attributes':[]}|attributes",
                "{'attributes':{'1a':'x'}}|attributes",
                "{'attributes':{'a':7}}|attributes",
                "{'attributes':{'a':'\\u0000'}}|attributes",
                "{'provision':'yes'}|provision",
                "{'status':'ready'}|status"
            })
    void whatIsNotAllowed_isRefused_andNothingIsWritten(String body, String field) {
        GatewayResponse refused = api.register("acme", body.replace('\'', '"'));
        assertThat(refused.status()).isEqualTo(400);
        assertThatJson(refused.body()).node("errors[0].field").isEqualTo(field);
        assertThat(api.stores.rows()).isEmpty();
    }

    @Test
    void twentyAttributes_areAllowed_andNotMore() {
        assertThat(api.register("acme", attributes(20)).status()).isEqualTo(201);
        assertThat(api.register("acme", attributes(21)).status()).isEqualTo(400);
    }

    private static String attributes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"a" + i + "\":\"" + "x".repeat(256) + "\"")
                .collect(Collectors.joining(",", "{\"attributes\":{", "}}"));
    }

    @Test
    void aStageWithRegistration_provisionsRegisteredTenantsOnly() {
        assertThat(api.queueWhereTenantsAreRegistered("acme").status()).isEqualTo(404);
        assertThat(api.aws.machines.started()).isEmpty();
        api.register("acme", "{}");
        assertThat(api.queueWhereTenantsAreRegistered("acme").status()).isEqualTo(202);
    }

    @Test
    void sixteenAtOnce_createTheTenantOnce() {
        List<Integer> seen =
                Threads.race(16, _ -> api.register("acme", GOLD).status()).allResults();
        assertThat(seen).containsOnly(200, 201).containsOnlyOnce(201);
    }

    @Test
    void aCursorOfAnotherList_isRefused() {
        IntStream.range(0, 3).forEach(i -> api.register("t" + i, GOLD));
        String next = api.tenants("tier=premium&limit=1").body().replaceAll(".*\"next\":\"([^\"]*)\".*", "$1");
        assertThat(api.tenants("tier=premium&limit=1&cursor=" + next).status()).isEqualTo(200);
        assertThat(api.tenants("tier=standard&limit=1&cursor=" + next).status()).isEqualTo(400);
        assertThat(api.tenants("status=gone").status()).isEqualTo(400);
        assertThat(api.tenants("tier=No").status()).isEqualTo(400);
    }
}
