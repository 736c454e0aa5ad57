package dev.backplane.tenants.workflow;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanUpgradeHandlerTest {

    private static final String TO = "AUDIT#UPDATE#1.0.0";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;
    private PlanUpgradeHandler handler;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        handler = new PlanUpgradeHandler(new FakeAws(DYNAMO)
                .platform(Map.of(TenantsSettings.TENANT_TABLE, stores.table()))
                .platform());
    }

    private String plan(String more) {
        return Invoke.with(handler, """
                {"operation":"UPGRADE","execution":"e:up","begun":"2026-01-05T00:00:01.000Z","input":{"version":"1.0.0",
                 "attempt":1,"maxConcurrency":3,"toleratedFailures":1,"actor":{"type":"user","id":"ann"}}%s}""".formatted(more));
    }

    private String tenant(int taken) {
        return plan(",\"tenantId\":\"acme\",\"taken\":" + taken);
    }

    private void outdated(String id) {
        stores.put(metadataRow(TenantId.parse(id), "0.9.0"));
    }

    private void failed(String id, int generation, String at) {
        Map<String, String> row = auditRow(TenantId.parse(id), TO, "Failure", "1.0.0", generation, 1);
        row.put("UpdatedAt", at);
        stores.put(row);
    }

    private void upgrade(String status, String execution, int failures) {
        Map<String, String> row = auditRow(ACME, "AUDIT#UPGRADE", status, "1.0.0", 1, 1);
        row.put("pk", "UPGRADE#1.0.0");
        row.put("Execution", execution);
        row.put("N Failed", Integer.toString(failures));
        stores.put(row);
    }

    @Test
    void page_hasTenantsAtOtherVersions_withoutThoseThatFailedBefore() {
        outdated("b");
        outdated("a");
        stores.put(metadataRow(TenantId.parse("c"), "1.0.0"));
        outdated("d");
        failed("d", 1, "2026-01-05T00:00:00.000Z");
        outdated("f");
        failed("f", 0, "2026-01-05T00:00:00.000Z");
        stores.put(metadataRowOf("UPGRADE#1"));

        assertThatJson(plan("")).isEqualTo("{tenants:['a','b','f'],more:true,position:{retrying:true}}");
    }

    private static Map<String, String> metadataRowOf(String partition) {
        Map<String, String> row = metadataRow(ACME, "0.9.0");
        row.put("pk", partition);
        return row;
    }

    @Test
    void page_ofTheSecondPass_hasThoseThatFailedBeforeTheUpgrade_oldestFirst() {
        outdated("a");
        failed("a", 1, "2026-01-05T00:00:00.900Z");
        outdated("b");
        failed("b", 1, "2026-01-05T00:00:00.100Z");
        outdated("c");
        failed("c", 1, "2026-01-05T00:00:02.000Z");

        assertThatJson(plan(",\"position\":{\"retrying\":true}")).isEqualTo("{tenants:['b','a'],more:false}");
    }

    @Test
    void page_has500Tenants_andSaysWhereTheNextBegins() {
        stores.putAll(IntStream.range(1000, 1501)
                .mapToObj(i -> metadataRow(TenantId.parse("t" + i), "0.9.0"))
                .toList());
        String first = plan("");
        assertThatJson(first).node("tenants").isArray().hasSize(500);
        assertThatJson(first).node("position").isEqualTo("{retrying:false,after:'TENANT_ID#t1499'}");
        assertThatJson(plan(",\"position\":{\"retrying\":false,\"after\":\"TENANT_ID#t1499\"}"))
                .isEqualTo("{tenants:['t1500'],more:true,position:{retrying:true}}");
    }

    @Test
    void tenant_atAnotherVersion_isUpdatedByARunThatNamesTheCaller() {
        upgrade("Started", "e:up", 1);
        outdated("acme");
        assertThatJson(tenant(0)).isEqualTo("""
                {outcome:'update',name:'acme-g1-v1-0-0-u1',attempt:1,input:{tenantId:'acme',generation:1,attempt:1,
                 version:'1.0.0',actor:{type:'user',id:'ann'}}}""");
        assertThatJson(tenant(3)).node("name").isEqualTo("acme-g1-v1-0-0-u4");
        failed("acme", 1, StoreFixture.NOW);
        assertThatJson(tenant(0)).node("name").isEqualTo("acme-g1-v1-0-0-u2");
    }

    @ParameterizedTest
    @CsvSource({"Started,e:up,2", "Success,e:up,0", "Started,e:other,0"})
    void tenant_ofAnUpgradeThatMustNotGoOn_isNotTried(String status, String execution, int failures) {
        upgrade(status, execution, failures);
        outdated("acme");
        assertThatJson(tenant(0)).isEqualTo("{outcome:'notTried'}");
    }

    @Test
    void tenant_thatIsGoneOrBusyOrCurrent_isSkipped() {
        upgrade("Started", "e:up", 0);
        assertThat(tenant(0)).isEqualTo("{\"outcome\":\"skipped\"}");
        stores.put(metadataRow(ACME, "1.0.0"));
        assertThat(tenant(0)).isEqualTo("{\"outcome\":\"skipped\"}");
        outdated("acme");
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "0.9.0", 1, 1));
        assertThat(tenant(0)).isEqualTo("{\"outcome\":\"skipped\"}");
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "0.9.0", 1, 1));
        stores.put(auditRow(ACME, "AUDIT#DELETE", "Failure", "0.9.0", 1, 1));
        assertThat(tenant(0)).isEqualTo("{\"outcome\":\"skipped\"}");
    }
}
