package dev.backplane.deployments.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** History, rollback, locks, splits, promotions and the end of aliases. */
class AliasOperationsTest {

    private static final String ALIAS = "{\"alias\":\"EXAMPLE.com\"";

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;
    private DeploymentId d1;
    private DeploymentId d2;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        d1 = api.stores.finished("d1");
        d2 = api.stores.finished("d2");
        api.stores.point("example.com", d1);
    }

    private static void assertProblem(GatewayResponse answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void history_isListedNewestFirst() {
        api.createAlias(ALIAS + ",\"target\":\"d2\",\"override\":true,\"reason\":\"release\"}");
        GatewayResponse first = api.history("alias=example.com&limit=1");
        assertThatJson(first.body()).node("items[0]").isEqualTo("""
                {"revision":2,"kind":"moved","at":"2026-01-05T00:00:00.000Z","deployment":"d2",
                 "previousDeployment":"d1","actor":{"type":"user","id":"${json-unit.any-string}"},
                 "reason":"release"}""");
        GatewayResponse second = api.history("alias=example.com&limit=1&cursor=" + first.text("next"));
        assertThatJson(second.body()).node("items[0].kind").isEqualTo("created");
        assertThatJson(second.body()).node("next").isNull();
        assertProblem(
                api.history("alias=other.example.com&limit=1&cursor=" + first.text("next")), 400, "INVALID_CURSOR");
    }

    @Test
    void history_ofADeletedAlias_isKept_andOfAnUnknownOneNotFound() {
        api.deleteAlias("example.com");
        assertThatJson(api.history("alias=example.com/").body())
                .node("items")
                .isArray()
                .hasSize(2);
        assertProblem(api.history("alias=none.example.com"), 404, "ALIAS_NOT_FOUND");
        assertProblem(api.history(""), 400, "INVALID_REQUEST");
    }

    @Test
    void rollback_returnsTheAlias() {
        api.stores.move("example.com", d2);
        GatewayResponse answer = api.rollBack(ALIAS + ",\"expectedDeployment\":\"d2\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("""
                {"id":"example.com/","deployment":"d1","createdAt":"2026-01-05T00:00:00.000Z","revision":3,
                 "deploymentAlias":false,"locked":false,"previousDeployment":"d2"}""");
        assertThat(answer.header("etag")).isEqualTo(api.alias("example.com").header("etag"));
    }

    @Test
    void rollback_thatIsRefused_isAProblem() {
        assertProblem(api.rollBack(ALIAS + "}"), 409, "NOTHING_TO_ROLL_BACK");
        assertProblem(api.rollBack("{\"alias\":\"none.example.com\"}"), 404, "ALIAS_NOT_FOUND");
        GatewayResponse unknown = api.rollBack(ALIAS + ",\"toRevision\":7}");
        assertProblem(unknown, 400, "INVALID_REQUEST");
        assertThatJson(unknown.body()).node("errors[0].field").isEqualTo("toRevision");
        api.stores.move("example.com", d2);
        assertProblem(api.rollBack(ALIAS + ",\"expectedDeployment\":\"d1\"}"), 409, "ALIAS_CHANGED");
        api.stores.deployments.deleteDeploymentById(d1, false, StoreFixture.CAUSE);
        GatewayResponse gone = api.rollBack(ALIAS + "}");
        assertProblem(gone, 409, "DEPLOYMENT_GONE");
        assertThatJson(gone.body()).node("deployment").isEqualTo("d1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"alias\":\"example.com\",\"toRevision\":0}", "{\"alias\":\"a b\"}"})
    void rollback_ofBadInput_isRefused(String body) {
        assertProblem(api.rollBack(body), 400, "INVALID_REQUEST");
    }

    @Test
    void lock_refusesMoves_untilItIsRemoved() {
        GatewayResponse locked = api.lock(ALIAS + ",\"reason\":\"freeze\"}");
        assertThat(locked.status()).isEqualTo(200);
        assertThatJson(locked.body()).node("locked").isEqualTo(true);
        assertThat(api.lock(ALIAS + "}").body()).isEqualTo(locked.body());

        GatewayResponse moved = api.createAlias(ALIAS + ",\"target\":\"d2\",\"override\":true}");
        assertProblem(moved, 409, "ALIAS_LOCKED");
        assertThatJson(moved.body()).node("reason").isEqualTo("freeze");
        assertThatJson(moved.body()).node("actor.type").isEqualTo("user");
        assertProblem(api.deleteAlias("example.com"), 409, "ALIAS_LOCKED");
        assertThat(api.unlock("alias=example.com").status()).isEqualTo(204);
        assertThat(api.unlock("alias=example.com").status()).isEqualTo(204);
        assertThat(api.deleteAlias("example.com").status()).isEqualTo(204);
        assertProblem(api.unlock("alias=example.com"), 404, "ALIAS_NOT_FOUND");
        assertProblem(api.lock(ALIAS + "}"), 404, "ALIAS_NOT_FOUND");
    }

    @Test
    void split_isShownAndEnded() {
        GatewayResponse split = api.split(ALIAS + ",\"deployment\":\"d2\",\"percent\":5}");
        assertThat(split.status()).isEqualTo(200);
        assertThatJson(split.body()).node("split").isEqualTo("{\"deployment\":\"d2\",\"percent\":5,\"salt\":\"d2\"}");
        assertThatJson(api.aliases("deploymentId=d2").body())
                .node("items[0].variant")
                .isEqualTo("new");
        GatewayResponse ended = api.endSplit("alias=example.com&keep=new");
        assertThat(ended.status()).isEqualTo(200);
        assertThatJson(ended.body()).node("deployment").isEqualTo("d2");
        assertThatJson(ended.body()).node("split").isAbsent();
        assertProblem(api.endSplit("alias=example.com&keep=stable"), 404, "SPLIT_NOT_FOUND");
    }

    @ParameterizedTest
    @CsvSource({
        "d1, 5, 400, INVALID_REQUEST",
        "none, 5, 400, INVALID_DEPLOYMENT_ID",
        "unfinished, 5, 409, DEPLOYMENT_NOT_READY",
        "d2, 0, 400, INVALID_REQUEST",
        "d2, 100, 400, INVALID_REQUEST"
    })
    void split_thatIsRefused_isAProblem(String deployment, int percent, int status, String code) {
        api.stores.deployment("unfinished");
        assertProblem(
                api.split(ALIAS + ",\"deployment\":\"" + deployment + "\",\"percent\":" + percent + "}"), status, code);
        assertProblem(api.endSplit("alias=example.com&keep=both"), 400, "INVALID_REQUEST");
    }

    @Test
    void promotion_isCreatedReadListedAndUndone() {
        GatewayResponse created = api.promote("""
                {"moves":[{"alias":"example.com","target":"d2","expectedDeployment":"d1"},
                          {"alias":"www.example.com","target":"example.com"}],"reason":"release"}""");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        String id = created.text("id");
        assertThat(created.header("location")).contains("/promotions/" + id);
        assertThatJson(created.body()).node("moves").isEqualTo("""
                [{"alias":"example.com/","from":"d1","to":"d2","revision":2},
                 {"alias":"www.example.com/","to":"d1","revision":1}]""");
        assertThat(api.promotion(id).body()).isEqualTo(created.body());
        assertThatJson(api.promotions("").body()).node("items[0].id").isEqualTo(id);

        GatewayResponse undone = api.undo(id, "{\"reason\":\"broken\"}");
        assertThat(undone.status()).as(undone.body()).isEqualTo(200);
        assertThatJson(undone.body()).node("undone.reason").isEqualTo("broken");
        assertThat(api.alias("example.com").text("deployment")).isEqualTo("d1");
        assertProblem(api.alias("www.example.com"), 404, "ALIAS_NOT_FOUND");
        assertProblem(api.undo(id, ""), 409, "ALREADY_UNDONE");
        assertThatJson(api.promotion(id).body()).node("undone.at").isEqualTo("2026-01-05T00:00:00.000Z");
    }

    @Test
    void promotion_thatIsRefused_namesTheConflicts() {
        api.lock(ALIAS + ",\"reason\":\"freeze\"}");
        GatewayResponse answer = api.promote("""
                {"moves":[{"alias":"example.com","target":"d2"},{"alias":"www.example.com","target":"none"},
                          {"alias":"a.example.com","target":"d2","expectedDeployment":"d1"},
                          {"alias":"b.example.com","target":"none.example.com"}]}""");
        assertProblem(answer, 409, "PROMOTION_REFUSED");
        assertThatJson(answer.body()).node("conflicts[0].alias").isEqualTo("example.com/");
        assertThatJson(answer.body()).node("conflicts[0].code").isEqualTo("ALIAS_LOCKED");
        assertThatJson(answer.body()).node("conflicts[0].reason").isEqualTo("freeze");
        assertThatJson(answer.body()).node("conflicts[1].code").isEqualTo("INVALID_DEPLOYMENT_ID");
        assertThatJson(answer.body()).node("conflicts[2].code").isEqualTo("ALIAS_CHANGED");
        assertThatJson(answer.body()).node("conflicts[2].deployment").isNull();
        assertThatJson(answer.body()).node("conflicts[3].code").isEqualTo("INVALID_ALIAS");
    }

    @Test
    void promotion_withTheSameKey_isReplayed_andAnotherBodyRefused() {
        String body = "{\"moves\":[{\"alias\":\"example.com\",\"target\":\"d2\",\"expectedDeployment\":\"d1\"}]}";
        GatewayResponse first = api.promote("key", body);
        GatewayResponse second = api.promote("key", body);
        assertThat(first.status()).isEqualTo(201);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
        assertProblem(
                api.promote("key", "{\"moves\":[{\"alias\":\"example.com\",\"target\":\"d1\"}]}"),
                409,
                "IDEMPOTENCY_MISMATCH");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | moves",
                "{'moves':[]} | moves",
                "{'moves':{}} | moves",
                "{'moves':[1]} | moves[0]",
                "{'moves':[{'alias':'example.com'}]} | moves[0].target",
                "{'moves':[{'target':'d1'}]} | moves[0].alias",
                "{'moves':[{'alias':'example.com','target':'d1'},{'alias':'a b','target':'d1'}]} | moves[1].alias",
                "{'moves':[{'alias':'example.com','target':'a b'}]} | moves[0].target",
                "{'moves':[{'alias':'example.com','target':'d1','to':'d2'}]} | moves[0].to",
                "{'moves':[{'alias':'example.com','target':'d1'},{'alias':'EXAMPLE.com/','target':'d2'}]} | moves"
            })
    void promotion_ofBadInput_isRefused(String body, String field) {
        GatewayResponse answer = api.promote(body.replace('\'', '"'));
        assertProblem(answer, 400, "INVALID_REQUEST");
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo(field);
        assertThatJson(answer.body()).node("errors").isArray().hasSize(1);
    }

    @Test
    void promotion_thatDoesNotExist_isNotFound() {
        String none = "0".repeat(32);
        assertProblem(api.promotion(none), 404, "PROMOTION_NOT_FOUND");
        assertProblem(api.undo(none, ""), 404, "PROMOTION_NOT_FOUND");
        assertProblem(api.promotion("none"), 400, "INVALID_REQUEST");
    }

    @Test
    void anAliasWithAnEnd_showsIt() {
        GatewayResponse created = api.createAlias(
                "{\"alias\":\"preview.example.com\",\"target\":\"d1\",\"expiresAt\":\"2026-01-05T00:01:00.001Z\"}");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        assertThatJson(created.body()).node("expiresAt").isEqualTo("2026-01-05T00:01:01.000Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-05T00:00:00.000Z",
                "2020-01-01T00:00:00Z",
                "tomorrow",
                "+12000-01-01T00:00:00Z",
                "+1000000000-12-31T23:59:59.999999999Z"
            })
    void anEndThatIsNotInTheFuture_isRefused(String time) {
        GatewayResponse answer =
                api.createAlias("{\"alias\":\"preview.example.com\",\"target\":\"d1\",\"expiresAt\":\"" + time + "\"}");
        assertProblem(answer, 400, "INVALID_REQUEST");
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo("expiresAt");
    }
}
