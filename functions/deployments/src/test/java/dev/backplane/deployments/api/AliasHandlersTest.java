package dev.backplane.deployments.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AliasHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private static String body(String alias, String target, String more) {
        return "{\"alias\":\"" + alias + "\",\"target\":\"" + target + "\"" + more + "}";
    }

    private GatewayResponse create(String alias, String target) {
        return api.createAlias(body(alias, target, ""));
    }

    private GatewayResponse move(String alias, String target) {
        return api.createAlias(body(alias, target, ",\"override\":true"));
    }

    @Test
    void create_returnsTheAliasItsLocationAndItsTag() {
        api.stores.finished("d1");
        GatewayResponse answer = create("WWW.Example.com", "d1");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("location")).contains("/aliases/www.example.com");
        assertThatJson(answer.body()).isEqualTo("""
                {"id":"www.example.com/","deployment":"d1","createdAt":"2026-01-05T00:00:00.000Z","revision":1,
                 "deploymentAlias":false,"locked":false}""");
        GatewayResponse read = api.alias("www.example.com");
        assertThat(read.body()).isEqualTo(answer.body());
        assertThat(read.header("etag")).isPresent().isEqualTo(answer.header("etag"));
    }

    @Test
    void create_withABasePath_returnsItsLocation() {
        api.stores.finished("d1");
        GatewayResponse answer = create("example.com/docs", "d1");

        assertThat(answer.header("location")).contains("/aliases/example.com/docs");
        assertThat(api.alias("example.com", "docs").body()).isEqualTo(answer.body());
        assertThat(api.alias("example.com").code()).isEqualTo("ALIAS_NOT_FOUND");
    }

    @Test
    void create_withAnAliasAsTarget_pointsToItsDeployment() {
        api.stores.finished("d1");
        create("example.com", "d1");

        assertThat(create("www.example.com", "example.com").text("deployment")).isEqualTo("d1");
    }

    @ParameterizedTest
    @CsvSource({
        "none, INVALID_DEPLOYMENT_ID",
        "'a b', INVALID_DEPLOYMENT_ID",
        "none.example.com, INVALID_ALIAS",
        "'a b.example.com', INVALID_ALIAS"
    })
    void create_withABadTarget_isRefused(String target, String code) {
        GatewayResponse answer = create("example.com", target);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(api.stores.rows(AliasStore.TABLE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"example", "http://example.com", "example.com/../a", "192.168.0.1", "xn--a.example.com"})
    void create_ofABadAlias_isRefused(String alias) {
        api.stores.finished("d1");
        GatewayResponse answer = create(alias, "d1");

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo("alias");
    }

    @Test
    void create_forADeploymentThatIsDestroyed_isAConflict() {
        api.stores.in(DeploymentStatus.DESTROY_REQUESTED, "d1");
        GatewayResponse answer = create("example.com", "d1");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("INVALID_TRANSITION");
        assertThatJson(answer.body()).node("from").isEqualTo("DESTROY_REQUESTED");
    }

    @Test
    void create_ofAnExistingAlias_isAConflictThatNamesItsDeployment() {
        api.stores.finished("d1");
        api.stores.finished("d2");
        create("example.com", "d1");
        GatewayResponse answer = create("example.com", "d2");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("ALIAS_OVERRIDE_NOT_ALLOWED");
        assertThatJson(answer.body()).node("deployment").isEqualTo("d1");
    }

    @Test
    void override_movesTheAlias() {
        api.stores.finished("d1");
        api.stores.finished("d2");
        create("example.com", "d1");
        GatewayResponse answer = move("example.com", "d2");

        assertThat(answer.status()).isEqualTo(201);
        assertThatJson(answer.body()).node("previousDeployment").isEqualTo("d1");
        assertThatJson(answer.body()).node("revision").isEqualTo(2);
        assertThat(api.alias("example.com").text("deployment")).isEqualTo("d2");
        api.stores.checkInvariants();
    }

    @Test
    void override_withAnotherExpectedDeployment_isAConflictThatNamesTheCurrentOne() {
        api.stores.finished("d1");
        api.stores.finished("d2");
        create("example.com", "d1");
        GatewayResponse answer =
                api.createAlias(body("example.com", "d2", ",\"override\":true,\"expectedDeployment\":\"d2\""));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("ALIAS_CHANGED");
        assertThatJson(answer.body()).node("deployment").isEqualTo("d1");
    }

    @Test
    void anExpectedDeploymentOfAMissingAlias_isAConflictWithNull() {
        api.stores.finished("d1");
        GatewayResponse answer = api.createAlias(body("example.com", "d1", ",\"expectedDeployment\":\"d1\""));

        assertThat(answer.code()).isEqualTo("ALIAS_CHANGED");
        assertThatJson(answer.body()).node("deployment").isNull();
    }

    @Test
    void theAliasOfADeployment_canNeitherBeMovedNorDeleted() {
        DeploymentId id = api.stores.deployment("d1");
        api.stores.finish(id, SiteConfig.NONE, Optional.of(AliasId.parse("own.example.com")));
        api.stores.finished("d2");

        assertThat(move("own.example.com", "d2").code()).isEqualTo("DEPLOYMENT_ALIAS");
        GatewayResponse deleted = api.deleteAlias("own.example.com");
        assertThat(deleted.status()).isEqualTo(409);
        assertThat(deleted.code()).isEqualTo("DEPLOYMENT_ALIAS");
        assertThatJson(api.alias("own.example.com").body())
                .node("deploymentAlias")
                .isEqualTo(true);
    }

    @Test
    void delete_deletesTheAlias() {
        api.stores.finished("d1");
        create("example.com", "d1");

        assertThat(api.deleteAlias("example.com").status()).isEqualTo(204);
        GatewayResponse again = api.deleteAlias("example.com");
        assertThat(again.status()).isEqualTo(404);
        assertThat(again.code()).isEqualTo("ALIAS_NOT_FOUND");
        api.stores.checkInvariants();
    }

    @Test
    void list_ofADeployment_returnsPages() {
        api.stores.finished("d1");
        create("a.example.com", "d1");
        create("b.example.com", "d1");
        create("c.example.com", "d1");
        GatewayResponse first = api.aliases("deploymentId=d1&limit=2");

        assertThatJson(first.body()).node("items[0]").isEqualTo("""
                {"id":"c.example.com/","deployment":"d1","createdAt":"2026-01-05T00:00:00.000Z",
                 "deploymentAlias":false}""");
        GatewayResponse second = api.aliases("deploymentId=d1&limit=2&cursor=" + first.text("next"));
        assertThatJson(second.body()).node("items").isArray().hasSize(1);
        assertThatJson(second.body()).node("items[0].id").isEqualTo("a.example.com/");
        assertThatJson(second.body()).node("next").isNull();
    }

    @Test
    void list_ofADomain_returnsTheNamesBelowIt() {
        api.stores.finished("d1");
        create("example.com", "d1");
        create("www.example.com", "d1");
        create("example.org", "d1");
        GatewayResponse answer = api.aliases("domain=example.com");

        assertThatJson(answer.body()).node("items").isArray().hasSize(2);
        assertThatJson(answer.body()).node("items[0].id").isEqualTo("example.com/");
        assertThatJson(answer.body()).node("items[1].id").isEqualTo("www.example.com/");
    }

    @Test
    void list_ofADeploymentWithoutAliases_isEmpty_andOfAnUnknownOneNotFound() {
        api.stores.finished("d1");

        assertThatJson(api.aliases("deploymentId=d1").body()).isEqualTo("{\"items\":[],\"next\":null}");
        assertThat(api.aliases("deploymentId=none").code()).isEqualTo("DEPLOYMENT_NOT_FOUND");
    }

    @Test
    void aCursorOfAnotherList_isRefused() {
        api.stores.finished("d1");
        create("a.example.com", "d1");
        create("b.example.com", "d1");
        String cursor = api.aliases("deploymentId=d1&limit=1").text("next");

        assertThat(api.aliases("domain=example.com&cursor=" + cursor).code()).isEqualTo("INVALID_CURSOR");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "deploymentId=d1&domain=example.com", "domain=*.example.com", "deploymentId=a.b"})
    void list_withABadQuery_isRefused(String query) {
        GatewayResponse answer = api.aliases(query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
    }
}
