package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProjectsApiTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private String project;

    @BeforeEach
    void open() {
        api = SUITE.api();
        project = Deployments.newId();
    }

    @Test
    void list_ofAProject_filtersByBranchAndStatus() {
        String main = create("main");
        String fix = create("fix/cart");
        finish(fix);

        assertThat(list("")).containsExactly(fix, main);
        assertThat(list("&branch=main")).containsExactly(main);
        assertThat(list("&branch=fix%2Fcart")).containsExactly(fix);
        assertThat(list("&status=FINISHED")).containsExactly(fix);
        assertThat(list("&branch=main&status=FINISHED")).isEmpty();
        assertThat(api.get("/deployments/" + fix).at("branch")).isEqualTo("fix/cart");
        assertThat(api.get("/deployments?branch=main").code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void post_withAnIdempotencyKey_isCarriedOutOnce() {
        String body = "{\"project\":\"" + project + "\"}";
        Api keyed = api.with("idempotency-key", Deployments.newId());
        Answer first = keyed.post("/deployments", body);
        Answer again = keyed.post("/deployments", body);

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(keyed.post("/deployments", "{}").code()).isEqualTo("IDEMPOTENCY_MISMATCH");
        assertThat(list("")).containsExactly(first.at("id"));
    }

    @Test
    void retention_isPreviewedAndRun_andPublishesWhatExpired() {
        String old = create("main");
        finish(old);
        String kept = create("main");
        String policy = "/projects/" + project + "/retention";
        assertThat(api.get(policy).code()).isEqualTo("RETENTION_NOT_FOUND");
        assertThat(api.put(policy, "{}").code()).isEqualTo("INVALID_REQUEST");
        Answer set = api.put(policy, "{\"keepLast\":1}");
        assertThat(set.status()).isEqualTo(200);
        assertThat(api.get(policy).json()).isEqualTo(set.json());

        Answer preview = api.post(policy + "/preview", "");
        assertThatJson(preview.text()).inPath("$.items[*].id").isArray().containsExactly(old);
        assertThatJson(preview.text()).node("items[0].action").isEqualTo("delete");
        Answer run = api.post(policy + "/run", "");
        assertThat(run.json().path("items")).isEqualTo(preview.json().path("items"));
        assertThat(run.json().path("more").asBoolean()).isFalse();

        assertThat(api.get("/deployments/" + old).status()).isEqualTo(404);
        assertThat(list("")).containsExactly(kept);
        // The activity service knows what the event is about.
        Suite.await(
                () -> api.get("/activity?subject=" + old).json().findValuesAsText("type"),
                types -> types.contains("DeploymentExpired"));
        assertThat(api.delete(policy).status()).isEqualTo(204);
        assertThat(api.delete(policy).status()).isEqualTo(404);
    }

    @Test
    void theDailySweep_expiresDeploymentsOfAllProjects_butNotWhatAnAliasNeeds() {
        String needed = create("main");
        finish(needed);
        new Deployments(api).point(Deployments.newHost(), needed);
        String old = create("main");
        finish(old);
        String kept = create("main");
        api.put("/projects/" + project + "/retention", "{\"keepLast\":1}");

        SUITE.server().cloud().schedules().fire("RetentionSweeper");
        Suite.await(() -> list(""), left -> !left.contains(old));
        assertThat(list("")).containsExactly(kept, needed);
    }

    private String create(String branch) {
        Answer answer = api.post("/deployments", "{\"project\":\"" + project + "\",\"branch\":\"" + branch + "\"}");
        assertThat(answer.status()).isEqualTo(201);
        return answer.at("id");
    }

    private void finish(String id) {
        assertThat(api.put("/deployments/" + id + "/status", "{\"status\":\"FINISHED\"}")
                        .status())
                .isEqualTo(200);
    }

    private List<String> list(String filter) {
        List<String> ids = new ArrayList<>();
        api.get("/deployments?project=" + project + filter)
                .json()
                .path("items")
                .forEach(item -> ids.add(item.path("id").asText()));
        return ids;
    }
}
