package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.e2e.Api.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DeploymentsApiTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private Deployments deployments;

    @BeforeEach
    void open() {
        api = SUITE.api();
        deployments = new Deployments(api);
    }

    @Test
    void post_withoutABody_makesAnInitializedDeploymentWithAnIdOfItsOwn() {
        Answer answer = api.post("/deployments", "");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.at("id")).matches("[0-9a-f]{32}");
        assertThat(answer.at("createdAt")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(answer.header("location")).contains("/deployments/" + answer.at("id"));
        assertThatJson(answer.text())
                .isObject()
                .containsEntry("status", "INITIALIZED")
                .containsEntry("template", "FUNCTION_URLS");
        assertThat(api.get("/deployments/" + answer.at("id")).json()).isEqualTo(answer.json());
    }

    @Test
    void post_takesIdAndTemplate() {
        String id = Deployments.newId();
        Answer answer = api.post("/deployments", "{\"id\":\"" + id + "\",\"template\":\"API_GATEWAY\"}");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.at("id")).isEqualTo(id);
        assertThat(answer.at("template")).isEqualTo("API_GATEWAY");
    }

    @Test
    void post_ofAnIdThatIsTaken_is409() {
        String id = deployments.finished();
        Answer answer = api.post("/deployments", "{\"id\":\"" + id + "\"}");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("DEPLOYMENT_EXISTS");
        assertThat(api.get("/deployments/" + id).at("status")).isEqualTo("FINISHED");
    }

    @Test
    void get_ofNone_is404() {
        Answer answer = api.get("/deployments/none");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("DEPLOYMENT_NOT_FOUND");
    }

    @Test
    void list_pagesThroughAllNewestFirst() {
        for (int i = 0; i < 5; i++) {
            deployments.initialized();
        }
        List<String> dates = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        String next = "/deployments?limit=2";
        while (next != null) {
            Answer page = api.get(next);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.json().path("items").size()).isBetween(1, 2);
            page.json().path("items").forEach(item -> {
                dates.add(item.path("createdAt").asText());
                ids.add(item.path("id").asText());
            });
            JsonNode cursor = page.json().path("next");
            next = cursor.isNull() ? null : "/deployments?limit=2&cursor=" + cursor.asText();
        }
        assertThat(dates).isSortedAccordingTo((a, b) -> b.compareTo(a));
        assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(5);
    }

    @Test
    void status_bringsJsonBackAsItWasSent() {
        String id = deployments.initialized();
        Answer answer = api.put("/deployments/" + id + "/status", """
                {"status": "FINISHED", "cloudFormationStack": "arn:aws:stack", "lambdaRoutes": {},
                 "routes": [ {"src": "/ä\\u0000\\uD83D\\uDE00", "n": 12345678901234567890.10, "deep": {"a": [null, true]}} ],
                 "prerenders": null}""");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text())
                .contains(
                        "\"routes\":[{\"src\":\"/ä\\u0000😀\",\"n\":12345678901234567890.10,\"deep\":{\"a\":[null,true]}}]")
                .contains("\"prerenders\":null")
                .contains("\"lambdaRoutes\":{}");
        assertThat(api.get("/deployments/" + id).text()).isEqualTo(answer.text());
    }

    @Test
    void status_again_is200AndChangesNothing() {
        String id = deployments.finished();
        String before = api.get("/deployments/" + id).text();
        Answer answer = api.put("/deployments/" + id + "/status", "{\"status\":\"FINISHED\",\"routes\":[1]}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(api.get("/deployments/" + id).text()).isEqualTo(before);
    }

    @Test
    void status_thatDoesNotFollow_is409AndSaysWhatWould() {
        String id = deployments.withStack("CREATE_IN_PROGRESS");
        Answer answer = deployments.changeStatus(id, "DESTROY_REQUESTED");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("INVALID_TRANSITION");
        assertThat(answer.at("from")).isEqualTo("CREATE_IN_PROGRESS");
        assertThat(answer.at("to")).isEqualTo("DESTROY_REQUESTED");
        assertThatJson(answer.text())
                .node("allowed")
                .isArray()
                .containsExactlyInAnyOrder("CREATE_COMPLETE", "FINISHED", "CREATE_FAILED");
    }

    @Test
    void status_ofNone_is404() {
        assertThat(deployments.changeStatus("none", "FINISHED").code()).isEqualTo("DEPLOYMENT_NOT_FOUND");
    }

    @Test
    void finished_withAnAlias_createsItProtected() {
        String id = deployments.initialized();
        String host = Deployments.newHost();
        Answer answer = api.put(
                "/deployments/" + id + "/status",
                "{\"status\":\"FINISHED\",\"deploymentAlias\":\"" + host + "\",\"routes\":[1]}");
        assertThat(answer.at("deploymentAlias")).isEqualTo(host + "/");
        assertThat(api.get("/aliases/" + host).json().path("deploymentAlias").asBoolean())
                .isTrue();
        assertThat(api.get("/resolve?hostname=" + host).at("deployment")).isEqualTo(id);
        assertThat(api.delete("/aliases/" + host).code()).isEqualTo("DEPLOYMENT_ALIAS");
        assertThat(deployments.move(host, deployments.finished()).code()).isEqualTo("DEPLOYMENT_ALIAS");
        assertThat(api.delete("/deployments/" + id).status()).isEqualTo(204);
        assertThat(api.get("/aliases/" + host).status()).isEqualTo(404);
    }

    @Test
    void finished_withAnAliasThatIsTaken_is409AndChangesNothing() {
        String host = Deployments.newHost();
        deployments.point(host, deployments.finished());
        String id = deployments.initialized();
        Answer answer = api.put(
                "/deployments/" + id + "/status", "{\"status\":\"FINISHED\",\"deploymentAlias\":\"" + host + "\"}");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("ALIAS_OVERRIDE_NOT_ALLOWED");
        assertThat(api.get("/deployments/" + id).at("status")).isEqualTo("INITIALIZED");
    }

    @Test
    void delete_withoutAStack_is204() {
        String id = deployments.finished();
        assertThat(api.delete("/deployments/" + id).status()).isEqualTo(204);
        assertThat(api.get("/deployments/" + id).status()).isEqualTo(404);
        assertThat(api.delete("/deployments/" + id).code()).isEqualTo("DEPLOYMENT_NOT_FOUND");
    }

    @Test
    void delete_withAStack_requestsItsDestruction_andRemovesTheRowWhenTheStackIsGone() {
        String id = deployments.withStack("FINISHED");
        Answer requested = api.delete("/deployments/" + id);
        assertThat(requested.status()).isEqualTo(200);
        assertThat(requested.at("status")).isEqualTo("DESTROY_REQUESTED");
        Answer again = api.delete("/deployments/" + id);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("DESTROY_IN_PROGRESS");
        deployments.status(id, "DESTROY_IN_PROGRESS");
        assertThat(api.delete("/deployments/" + id + "?stackDeleted=true").status())
                .isEqualTo(204);
        assertThat(api.get("/deployments/" + id).status()).isEqualTo(404);
    }

    @Test
    void delete_whileBeingCreated_is409() {
        Answer answer = api.delete("/deployments/" + deployments.withStack("CREATE_IN_PROGRESS"));
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("DEPLOYMENT_DRIFT");
    }

    @Test
    void delete_whileAliasesPointToIt_is409AndNamesTenOfThem() {
        String id = deployments.finished();
        String host = Deployments.newHost();
        for (int i = 0; i < 12; i++) {
            deployments.point(host + "/p" + i, id);
        }
        Answer answer = api.delete("/deployments/" + id);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("ALIASES_ASSOCIATED");
        assertThat(answer.json().path("aliases").size()).isEqualTo(10);
        assertThat(answer.json().path("aliases").get(0).asText()).startsWith(host + "/p");
    }
}
