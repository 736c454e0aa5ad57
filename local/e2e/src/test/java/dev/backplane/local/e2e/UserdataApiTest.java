package dev.backplane.local.e2e;

import static dev.backplane.local.e2e.Await.untilServed;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.testing.Threads;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserdataApiTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private String app;
    private String ann;

    @BeforeEach
    void open() {
        api = SUITE.api();
        String name = "app-" + UUID.randomUUID();
        app = "/userdata/apps/" + name;
        ann = app + "/users/ann";
        assertThat(api.post("/userdata/apps", "{\"name\":\"" + name + "\",\"quotaBytes\":1000}")
                        .status())
                .isEqualTo(201);
    }

    private static String text(int size) {
        return '"' + "x".repeat(size - 2) + '"';
    }

    @Test
    void quota_isExactWhoeverWritesAtTheSameTime() {
        List<Answer> answers = Threads.race(
                        20, i -> untilServed(() -> api.put(ann + "/json/" + (char) ('a' + i), text(99))))
                .allResults();

        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(10);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 409)
                .hasSize(10)
                .allSatisfy(answer -> assertThatJson(answer.text())
                        .isObject()
                        .containsEntry("code", "QUOTA_EXCEEDED")
                        .containsKeys("limitBytes", "usedBytes", "neededBytes"));
        assertThatJson(api.get(ann + "/quota").text()).node("usedBytes").isEqualTo(1000);
        assertThatJson(api.post(ann + "/recount", "{}").text()).node("drift").isEqualTo(0);
    }

    @Test
    void merges_andIncrements_allSurvive() {
        assertThat(Threads.race(
                                10,
                                i -> untilServed(() -> api.send("PATCH", ann + "/json/a", "{\"m" + i + "\":1}"))
                                        .status())
                        .allResults())
                .containsOnly(200, 201);
        assertThat(api.get(ann + "/json/a").json()).hasSize(10);

        String counter = "/userdata/users/" + UUID.randomUUID() + "/cb/visits";
        assertThat(Threads.race(
                                50,
                                i -> untilServed(() -> api.with("Idempotency-Key", "visit-" + i / 2)
                                                .post(counter + "/increments", "{\"by\":2}"))
                                        .status())
                        .allResults())
                .containsOnly(200);
        assertThat(api.get(counter).text()).isEqualTo("50");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/json", "/blob", "/content"})
    void values_withPreconditions(String realm) {
        String key =
                realm.equals("/content") ? "/userdata/users/" + UUID.randomUUID() + "/content/k" : ann + realm + "/k";
        Answer created = api.with("If-None-Match", "*").put(key, "[1]");
        String tag = created.header("etag").orElseThrow();

        assertThat(created.status()).isEqualTo(201);
        assertThat(api.with("If-None-Match", "*").put(key, "[2]").status()).isEqualTo(412);
        assertThat(api.with("If-None-Match", tag).get(key).status()).isEqualTo(304);
        Answer head = api.send("HEAD", key, null);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("etag")).contains(tag);
        assertThat(head.header("content-length")).contains("3");
        assertThat(api.with("If-None-Match", tag).send("HEAD", key, null).status())
                .isEqualTo(304);
        Answer next = api.with("If-Match", tag).put(key, "[3]");
        assertThat(next.status()).isEqualTo(200);
        Answer stale = api.with("If-Match", tag).put(key, "[4]");
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.header("etag")).isEqualTo(next.header("etag"));
        assertThat(api.get(key).text()).isEqualTo("[3]");
        assertThat(api.with("If-Match", tag).delete(key).status()).isEqualTo(412);
        assertThat(api.delete(key).status()).isEqualTo(204);
        assertThat(api.delete(key).code()).isEqualTo("KEY_NOT_FOUND");
        assertThat(api.send("HEAD", key, null).status()).isEqualTo(404);
    }

    @Test
    void patches_ofBothKinds() {
        api.put(ann + "/json/a", "{\"a\":{\"y\":2},\"b\":1}");
        assertThat(api.send("PATCH", ann + "/json/a", "{\"a\":{\"x\":1}}").status())
                .isEqualTo(200);
        assertThatJson(api.get(ann + "/json/a").text()).isEqualTo("{a:{x:1},b:1}");
        Answer merged = api.with("Content-Type", "application/merge-patch+json")
                .send("PATCH", ann + "/json/a", "{\"a\":{\"z\":\"é\"},\"b\":null}");
        assertThat(merged.status()).isEqualTo(200);
        assertThatJson(api.get(ann + "/json/a").text()).isEqualTo("{a:{x:1,z:'é'}}");
        assertThat(api.with("Content-Type", "text/plain")
                        .send("PATCH", ann + "/json/a", "{}")
                        .status())
                .isEqualTo(415);
        api.put(ann + "/json/a", "7");
        assertThat(api.send("PATCH", ann + "/json/a", "{}").code()).isEqualTo("INVALID_DATA_TYPE");
    }

    @Test
    void lists_areReadInPages() {
        for (int i = 0; i < 7; i++) {
            api.put(ann + "/json/k" + i, "1");
        }
        Answer first = api.get(ann + "/json?prefix=k&limit=5");
        assertThat(first.json().path("items")).hasSize(5);
        JsonNode second = api.get(ann + "/json?prefix=k&limit=5&cursor=" + first.at("next"))
                .json();
        assertThat(second.path("items")).hasSize(2);
        assertThat(second.path("next").isNull()).isTrue();
        assertThat(api.get(ann + "/blob?cursor=" + first.at("next")).code()).isEqualTo("INVALID_CURSOR");
        assertThatJson(api.get("/userdata/users/ann/apps?limit=100").text())
                .node("items")
                .isArray()
                .isNotEmpty();
    }

    @Test
    void refusals_ofTheContract() {
        assertThat(api.post("/userdata/apps", "{\"name\":\"hmh\"}").code()).isEqualTo("INVALID_APP");
        assertThat(api.post("/userdata/apps", "{\"name\":\"x\",\"quotaBytes\":0}")
                        .code())
                .isEqualTo("INVALID_QUOTA");
        assertThat(api.post("/userdata/apps", "{\"name\":\"" + app.substring("/userdata/apps/".length()) + "\"}")
                        .code())
                .isEqualTo("NAME_IN_USE");
        assertThat(api.get("/userdata/apps/none").code()).isEqualTo("APP_NOT_FOUND");
        assertThat(api.put("/userdata/apps/none/quota", "{\"quotaBytes\":1}").code())
                .isEqualTo("APP_NOT_FOUND");
        assertThat(api.put("/userdata/apps/none/users/ann/json/a", "1").code()).isEqualTo("APP_NOT_FOUND");
        assertThat(api.get(ann + "/json/none").code()).isEqualTo("KEY_NOT_FOUND");
        assertThat(api.put(ann + "/json/a", text(256 * 1024 + 1)).code()).isEqualTo("VALUE_TOO_LARGE");
        assertThat(api.put(ann + "/json/a", text(1024 * 1024 + 1)).code()).isEqualTo("BODY_TOO_LARGE");
        assertThat(api.put(ann + "/json/a", "{").code()).isEqualTo("INVALID_JSON");
        api.put(ann + "/json/a", "1");
        assertThat(api.delete(app).code()).isEqualTo("APP_NOT_EMPTY");

        String cb = "/userdata/users/" + UUID.randomUUID() + "/cb/a";
        assertThat(api.get(cb).code()).isEqualTo("KEY_NOT_FOUND");
        assertThat(api.delete(cb).status()).isEqualTo(204);
        api.put(cb, "true");
        assertThat(api.post(cb + "/increments", "{\"by\":1}").code()).isEqualTo("INVALID_DATA_TYPE");
        api.put(cb, "1");
        Api once = api.with("Idempotency-Key", "k");
        once.post(cb + "/increments", "{\"by\":1}");
        assertThat(once.post(cb + "/increments", "{\"by\":2}").code()).isEqualTo("IDEMPOTENCY_MISMATCH");
    }

    @Test
    void methods_ofUds_areTheRoutesUnderAnotherName() {
        String params = "\"app\":\"" + app.substring("/userdata/apps/".length()) + "\",\"user\":\"ann\",\"key\":\"a\"";
        Answer set =
                api.post("/userdata/rpc", "{\"method\":\"data.app.set\",\"params\":{" + params + ",\"data\":[1.50]}}");

        assertThat(set.status()).isEqualTo(200);
        assertThat(api.get(ann + "/json/a").text()).isEqualTo("[1.50]");
        assertThat(api.post("/userdata/rpc", "{\"method\":\"data.app.get\",\"params\":{" + params + "}}")
                        .text())
                .isEqualTo("{\"result\":[1.50]}");
        assertThat(api.post("/userdata/rpc", "{\"method\":\"data.app.blob.get\",\"params\":{" + params + "}}")
                        .code())
                .isEqualTo("KEY_NOT_FOUND");
        assertThat(api.post("/userdata/rpc", "{\"method\":\"data.app.none\"}").code())
                .isEqualTo("INVALID_REQUEST");
    }
}
