package dev.backplane.deployments.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeploymentHandlersTest {

    private static final String NEW = """
            {"id":"d1","createdAt":"2026-01-05T00:00:00.000Z","status":"INITIALIZED","template":"FUNCTION_URLS",
             "createdBy":{"type":"user","id":"unknown"}}""";

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    @Test
    void create_returnsTheDeploymentAndItsLocation() {
        GatewayResponse answer = api.create("{\"id\":\"d1\"}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("location")).contains("/deployments/d1");
        assertThatJson(answer.body()).isEqualTo(NEW);
        assertThat(api.deployment("d1").body()).isEqualTo(answer.body());
    }

    @Test
    void create_withoutAnId_generatesOne() {
        GatewayResponse answer = api.create("{\"template\":\"API_GATEWAY\"}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("template")).isEqualTo("API_GATEWAY");
        assertThat(api.deployment(answer.text("id")).body()).isEqualTo(answer.body());
    }

    @Test
    void create_ofAnExistingId_isAConflict() {
        api.create("{\"id\":\"d1\"}");
        GatewayResponse again = api.create("{\"id\":\"d1\",\"template\":\"API_GATEWAY\"}");

        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("DEPLOYMENT_EXISTS");
        assertThatJson(api.deployment("d1").body()).isEqualTo(NEW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":\"a.b\"}", "{\"id\":7}", "{\"template\":\"OTHER\"}", "{\"other\":1}"})
    void create_ofABadBody_isRefused(String body) {
        GatewayResponse answer = api.create(body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.stores.rows(DeploymentStore.TABLE)).isEmpty();
    }

    @Test
    void get_ofAnUnknownDeployment_isNotFound() {
        GatewayResponse answer = api.deployment("none");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("DEPLOYMENT_NOT_FOUND");
    }

    @Test
    void get_returnsTheWholeDeployment() {
        api.create("{\"id\":\"d1\"}");
        api.status("d1", """
                {"status":"FINISHED","cloudFormationStack":"stack","deploymentAlias":"d1.example.com",
                 "routes":[{"src":"/"}],"prerenders":null}""");

        assertThatJson(api.deployment("d1").body()).isEqualTo("""
                {"id":"d1","createdAt":"2026-01-05T00:00:00.000Z","status":"FINISHED","template":"FUNCTION_URLS",
                 "deploymentAlias":"d1.example.com/","cloudFormationStack":"stack","routes":[{"src":"/"}],
                 "prerenders":null,"createdBy":{"type":"user","id":"unknown"}}""");
    }

    @Test
    void list_returnsPages_newestFirst() {
        for (String id : new String[] {"d1", "d2", "d3"}) {
            api.create("{\"id\":\"" + id + "\"}");
            api.test.clock().advance(Duration.ofSeconds(1));
        }
        GatewayResponse first = api.deployments("limit=2");

        assertThatJson(first.body()).node("items[0].id").isEqualTo("d3");
        assertThatJson(first.body()).node("items[1]").isEqualTo("""
                {"id":"d2","createdAt":"2026-01-05T00:00:01.000Z","status":"INITIALIZED"}""");
        GatewayResponse second = api.deployments("limit=2&cursor=" + first.text("next"));
        assertThatJson(second.body()).node("items").isArray().hasSize(1);
        assertThatJson(second.body()).node("items[0].id").isEqualTo("d1");
        assertThatJson(second.body()).node("next").isNull();
    }

    @ParameterizedTest
    @CsvSource({"limit=0, INVALID_REQUEST", "limit=101, INVALID_REQUEST", "cursor=x, INVALID_CURSOR"})
    void list_withABadPage_isRefused(String query, String code) {
        GatewayResponse answer = api.deployments(query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void status_changesTheDeployment_andItsAliases() {
        DeploymentId id = api.stores.deployment("d1");
        api.stores.point("example.com", id);
        GatewayResponse answer = api.status("d1", "{\"status\":\"FINISHED\",\"routes\":{}}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("status")).isEqualTo("FINISHED");
        assertThatJson(answer.body()).node("routes").isEqualTo("{}");
        assertThat(api.stores.alias("example.com").isReady()).isTrue();
    }

    @Test
    void status_again_changesNothing() {
        api.stores.finished("d1");
        String before = api.deployment("d1").body();
        GatewayResponse answer = api.status("d1", "{\"status\":\"FINISHED\",\"routes\":{}}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(before);
    }

    @Test
    void status_ofAnUnknownDeployment_isNotFound() {
        GatewayResponse answer = api.status("none", "{\"status\":\"FINISHED\"}");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("DEPLOYMENT_NOT_FOUND");
    }

    @Test
    void status_thatDoesNotFollow_isAConflictThatNamesTheAllowedOnes() {
        api.stores.finished("d1");
        GatewayResponse answer = api.status("d1", "{\"status\":\"CREATE_IN_PROGRESS\"}");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("INVALID_TRANSITION");
        assertThatJson(answer.body()).node("from").isEqualTo("FINISHED");
        assertThatJson(answer.body()).node("to").isEqualTo("CREATE_IN_PROGRESS");
        assertThatJson(answer.body()).node("allowed").isEqualTo("['DESTROY_REQUESTED']");
    }

    @Test
    void status_withTheAliasOfAnotherDeployment_isAConflict() {
        api.stores.deployment("d1");
        api.stores.deployment("d2");
        api.status("d1", "{\"status\":\"FINISHED\",\"deploymentAlias\":\"own.example.com\"}");
        GatewayResponse answer = api.status("d2", "{\"status\":\"FINISHED\",\"deploymentAlias\":\"own.example.com\"}");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("DEPLOYMENT_ALIAS");
        assertThat(api.deployment("d2").text("status")).isEqualTo("INITIALIZED");
    }

    @Test
    void status_withACustomAliasAsItsOwn_isAConflict() {
        api.stores.point("example.com", api.stores.deployment("d1"));
        api.stores.deployment("d2");
        GatewayResponse answer = api.status("d2", "{\"status\":\"FINISHED\",\"deploymentAlias\":\"example.com\"}");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("ALIAS_OVERRIDE_NOT_ALLOWED");
        assertThatJson(answer.body()).node("deployment").isEqualTo("d1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"status\":\"DONE\"}",
                "{\"status\":\"FINISHED\",\"cloudFormationStack\":\" \"}",
                "{\"status\":\"FINISHED\",\"deploymentAlias\":\"*.example.com\"}",
                "{\"status\":\"CREATE_FAILED\",\"deploymentAlias\":\"own.example.com\"}"
            })
    void status_ofABadBody_isRefused(String body) {
        api.stores.deployment("d1");
        GatewayResponse answer = api.status("d1", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.deployment("d1").text("status")).isEqualTo("INITIALIZED");
    }

    @Test
    void status_withAConfigurationThatIsTooLarge_isRefused() {
        api.stores.deployment("d1");
        String large = "x".repeat(UpdateDeploymentStatusHandler.MAX_CONFIG_BYTES);
        GatewayResponse answer = api.status("d1", "{\"status\":\"FINISHED\",\"routes\":\"" + large + "\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo("routes");
    }

    @Test
    void delete_ofADeploymentWithoutAStack_deletesIt() {
        api.stores.deployment("d1");
        api.status("d1", "{\"status\":\"FINISHED\",\"deploymentAlias\":\"own.example.com\"}");

        assertThat(api.delete("d1", "").status()).isEqualTo(204);
        assertThat(api.deployment("d1").status()).isEqualTo(404);
        assertThat(api.alias("own.example.com").status()).isEqualTo(404);
    }

    @Test
    void delete_ofADeploymentWithAStack_requestsItsDestruction() {
        api.stores.in(DeploymentStatus.FINISHED, "d1");
        GatewayResponse answer = api.delete("d1", "");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("status")).isEqualTo("DESTROY_REQUESTED");
        assertThat(api.delete("d1", "").code()).isEqualTo("DESTROY_IN_PROGRESS");
        assertThat(api.delete("d1", "stackDeleted=true").status()).isEqualTo(204);
    }

    @ParameterizedTest
    @EnumSource(names = {"CREATE_IN_PROGRESS", "CREATE_COMPLETE"})
    void delete_ofADeploymentThatIsBeingCreated_isAConflict(DeploymentStatus status) {
        api.stores.in(status, "d1");
        GatewayResponse answer = api.delete("d1", "stackDeleted=true");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("DEPLOYMENT_DRIFT");
    }

    @Test
    void delete_ofADeploymentWithAliases_isAConflictThatNamesThem() {
        DeploymentId id = api.stores.deployment("d1");
        api.status("d1", "{\"status\":\"FINISHED\",\"deploymentAlias\":\"own.example.com\"}");
        api.stores.point("example.com", id);
        GatewayResponse answer = api.delete("d1", "");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("ALIASES_ASSOCIATED");
        assertThatJson(answer.body()).node("aliases").isEqualTo("['example.com/']");
    }

    @Test
    void delete_ofAnUnknownDeployment_isNotFound() {
        assertThat(api.delete("none", "").code()).isEqualTo("DEPLOYMENT_NOT_FOUND");
        assertThat(api.delete("none", "stackDeleted=yes").code()).isEqualTo("INVALID_REQUEST");
    }
}
