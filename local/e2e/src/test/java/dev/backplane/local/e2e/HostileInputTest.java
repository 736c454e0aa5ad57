package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.platform.dynamo.Item;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each of these requests gets a 4xx response and changes nothing. */
class HostileInputTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private String id;
    private List<List<Item>> before;

    @BeforeEach
    void open() {
        api = SUITE.api();
        id = new Deployments(api).initialized();
        before = List.of(SUITE.rows("DeploymentTable"), SUITE.rows("AliasTable"));
    }

    @AfterEach
    void nothingHasChanged() {
        assertThat(List.of(SUITE.rows("DeploymentTable"), SUITE.rows("AliasTable")))
                .isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "null",
                "\"text\"",
                "{\"id\":\"a\"} x",
                "{\"id\":\"a\",}",
                "{'id':'a'}",
                "{\"id\":\"a\",\"id\":\"b\"}",
                "{\"id\":\"\u0001\"}",
                "\u0000",
                "<xml/>",
                "id=a"
            })
    void bodiesThatAreNotAJsonObject_areInvalidJson(String body) {
        for (Answer answer : List.of(
                api.post("/deployments", body),
                api.post("/aliases", body),
                api.put("/deployments/" + id + "/status", body))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.code()).isEqualTo("INVALID_JSON");
        }
    }

    @Test
    void deepNesting_isRefused() {
        String deep = "{\"status\":\"FINISHED\",\"routes\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        assertThat(api.put("/deployments/" + id + "/status", deep).code()).isEqualTo("INVALID_JSON");
    }

    @Test
    void everyBadMember_isNamedAtOnce() {
        Answer answer = api.post(
                "/aliases",
                "{\"alias\":\"localhost\",\"override\":\"yes\",\"expectedDeployment\":\"#\",\"surprise\":1}");
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThatJson(answer.text())
                .inPath("$.errors[*].field")
                .isArray()
                .containsExactlyInAnyOrder("alias", "target", "override", "expectedDeployment", "surprise");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"status\":\"DESTROYED\"}",
                "{\"status\":\"finished\"}",
                "{\"status\":1}",
                "{}",
                "{\"status\":\"FINISHED\",\"cloudFormationStack\":{}}",
                "{\"status\":\"FINISHED\",\"deploymentAlias\":\"*.example.com\"}",
                "{\"status\":\"FINISHED\",\"deploymentAlias\":\"a.example.com/docs\"}",
                "{\"status\":\"CREATE_IN_PROGRESS\",\"deploymentAlias\":\"a.example.com\"}"
            })
    void statusBodiesThatCannotBe_areRefused(String body) {
        assertThat(api.put("/deployments/" + id + "/status", body).code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void configurationsThatDoNotFit_areRefused() {
        String large = "\"" + "x".repeat(102_399) + "\"";
        Answer answer = api.put("/deployments/" + id + "/status", "{\"status\":\"FINISHED\",\"routes\":" + large + "}");
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo("routes");
    }

    @ParameterizedTest
    @ValueSource(ints = {1_100_000, 7_000_000, 10 * 1024 * 1024, 12 * 1024 * 1024})
    void bodiesThatAreTooLarge_are413(int bytes) {
        String body = "{\"id\":\"" + "x".repeat(bytes) + "\"}";
        assertThat(api.post("/deployments", body).status()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%23", "%2e%2e", "a.b", "a%20b", "%E2%82%AC"})
    void idsThatCannotBe_are400(String bad) {
        assertThat(api.get("/deployments/" + bad).code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.delete("/deployments/" + bad).code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.put("/deployments/" + bad + "/status", "{\"status\":\"FINISHED\"}")
                        .code())
                .isEqualTo("INVALID_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..%2F..", "a%2Fb", "a%2Fb%3F"})
    void idsWithASlash_areOtherPaths(String bad) {
        assertThat(api.get("/deployments/" + bad).text()).isEqualTo("{\"message\":\"Not Found\"}");
        assertThat(api.delete("/deployments/" + bad).text()).isEqualTo("{\"message\":\"Not Found\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "a.example.com%23",
                "..",
                "a..example.com",
                "a.example.com/..",
                "a.example.com/%23",
                "a.example.com/x%2F%2Fy"
            })
    void aliasesThatCannotBe_are400(String bad) {
        assertThat(api.get("/aliases/" + bad).code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.delete("/aliases/" + bad).code()).isEqualTo("INVALID_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "-1", "1.5", "x", "", "1&limit=2", "99999999999"})
    void limitsThatCannotBe_are400(String limit) {
        assertThat(api.get("/deployments?limit=" + limit).code()).isEqualTo("INVALID_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "", "AAAA", "!!!!", "%00", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5"})
    void cursorsThatNobodyGave_are400(String cursor) {
        assertThat(api.get("/deployments?cursor=" + cursor).code()).isEqualTo("INVALID_CURSOR");
        assertThat(api.get("/aliases?deploymentId=" + id + "&cursor=" + cursor).code())
                .isEqualTo("INVALID_CURSOR");
        assertThat(api.get("/aliases?domain=example.com&cursor=" + cursor).code())
                .isEqualTo("INVALID_CURSOR");
    }

    @ParameterizedTest
    @CsvSource({"unknown=1, unknown", "limit=1&Limit=2, Limit"})
    void queryNamesThatAreUnknown_areNamed(String query, String name) {
        Answer answer = api.get("/deployments?" + query);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo(name);
    }

    @Test
    void refusals_tellNothingOfTheInside() {
        Answer answer = api.post("/aliases", "{");
        assertThatJson(answer.text())
                .isObject()
                .containsOnlyKeys("type", "title", "status", "detail", "code", "requestId");
    }
}
