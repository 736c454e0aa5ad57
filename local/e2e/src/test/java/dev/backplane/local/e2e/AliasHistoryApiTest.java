package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AliasHistoryApiTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private Deployments deployments;
    private String first;
    private String second;
    private String host;

    @BeforeEach
    void open() {
        api = SUITE.api();
        deployments = new Deployments(api);
        first = deployments.finished();
        second = deployments.finished();
        host = Deployments.newHost();
        deployments.point(host, first);
    }

    private String body(String more) {
        return "{\"alias\":\"" + host + "\"" + more + "}";
    }

    @Test
    void rollback_returnsToTheDeploymentBefore_andIsInHistoryAndActivity() {
        deployments.move(host, second);
        Answer back = api.post("/alias-rollbacks", body(",\"reason\":\"slow\""));
        assertThat(back.status()).isEqualTo(200);
        assertThat(back.at("deployment")).isEqualTo(first);
        assertThat(api.post("/alias-rollbacks", body("")).code()).isEqualTo("NOTHING_TO_ROLL_BACK");

        Answer history = api.get("/alias-history?alias=" + host);
        assertThatJson(history.text())
                .inPath("$.items[*].kind")
                .isArray()
                .containsExactly("rolledBack", "moved", "created");
        awaitEvent("AliasRolledBack");
        assertThat(api.get("/alias-history?alias=" + Deployments.newHost()).code())
                .isEqualTo("ALIAS_NOT_FOUND");
    }

    @Test
    void lock_refusesAMove() {
        assertThat(api.put("/alias-locks", body(",\"reason\":\"sale\"")).status())
                .isEqualTo(200);
        Answer moved = api.post("/aliases", body(",\"target\":\"" + second + "\",\"override\":true"));
        assertThat(moved.code()).isEqualTo("ALIAS_LOCKED");
        assertThat(moved.at("reason")).isEqualTo("sale");
        assertThat(api.delete("/aliases/" + host).code()).isEqualTo("ALIAS_LOCKED");
        assertThat(api.delete("/alias-locks?alias=" + host).status()).isEqualTo(204);
        deployments.move(host, second);
        awaitEvent("AliasLocked");
        awaitEvent("AliasUnlocked");
    }

    @Test
    void split_isAddedAndEnded() {
        Answer split = api.put("/alias-splits", body(",\"deployment\":\"" + second + "\",\"percent\":5"));
        assertThatJson(split.text()).node("split.percent").isEqualTo(5);
        assertThat(api.delete("/deployments/" + second).code()).isEqualTo("ALIASES_ASSOCIATED");
        assertThat(api.delete("/alias-splits?keep=new&alias=" + host).at("deployment"))
                .isEqualTo(second);
        assertThat(api.delete("/alias-splits?keep=new&alias=" + host).code()).isEqualTo("SPLIT_NOT_FOUND");
        awaitEvent("AliasSplitChanged");
    }

    @Test
    void promotion_movesTogether_andIsUndoneTogether() {
        String created = Deployments.newHost();
        String moves = "{\"moves\":[{\"alias\":\"%s\",\"target\":\"%s\"},{\"alias\":\"%s\",\"target\":\"%s\"}]}"
                .formatted(host, second, created, second);
        Api keyed = api.with("idempotency-key", Deployments.newId());
        Answer promoted = keyed.post("/promotions", moves);
        assertThat(promoted.status()).isEqualTo(201);
        Answer again = keyed.post("/promotions", moves);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(promoted.json());
        String id = promoted.at("id");
        assertThat(api.get("/promotions/" + id).json()).isEqualTo(promoted.json());

        Answer undone = api.post("/promotions/" + id + "/undo", "{\"reason\":\"broken\"}");
        assertThat(undone.status()).isEqualTo(200);
        assertThat(api.get("/aliases/" + host).at("deployment")).isEqualTo(first);
        assertThat(api.get("/aliases/" + created).status()).isEqualTo(404);
        assertThat(api.post("/promotions/" + id + "/undo", "").code()).isEqualTo("ALREADY_UNDONE");
        awaitEvent("AliasesPromoted");
        awaitEvent("PromotionUndone");
    }

    @Test
    void promotion_isRefusedAsAWhole() {
        api.put("/alias-locks", body(""));
        String created = Deployments.newHost();
        Answer refused = api.post(
                "/promotions",
                "{\"moves\":[{\"alias\":\"%s\",\"target\":\"%s\"},{\"alias\":\"%s\",\"target\":\"%s\"}]}"
                        .formatted(host, second, created, second));
        assertThat(refused.code()).isEqualTo("PROMOTION_REFUSED");
        assertThatJson(refused.text()).inPath("$.conflicts[*].code").isArray().containsExactly("ALIAS_LOCKED");
        assertThat(api.get("/aliases/" + created).status()).isEqualTo(404);
    }

    /** The activity service knows which alias an event is about. */
    private void awaitEvent(String type) {
        Suite.await(
                () -> api.get("/activity?subject=" + host + "%2F").json().findValuesAsText("type"),
                (List<String> types) -> types.contains(type));
    }
}
