package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.e2e.Api.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AliasesApiTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private Deployments deployments;
    private String host;

    @BeforeEach
    void open() {
        api = SUITE.api();
        deployments = new Deployments(api);
        host = Deployments.newHost();
    }

    @Test
    void post_createsAnAlias() {
        String id = deployments.finished();
        Answer answer = deployments.point(host + "/docs", id);
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("location")).contains("/aliases/" + host + "/docs");
        assertThatJson(answer.text())
                .isObject()
                .containsEntry("id", host + "/docs")
                .containsEntry("deployment", id)
                .containsEntry("deploymentAlias", false)
                .doesNotContainKey("previousDeployment")
                .node("revision")
                .isEqualTo(1);
        Answer read = api.get("/aliases/" + host + "/docs");
        assertThat(read.json()).isEqualTo(answer.json());
        assertThat(read.header("etag")).isPresent().isEqualTo(answer.header("etag"));
        assertThat(api.with("if-none-match", read.header("etag").orElseThrow())
                        .get("/aliases/" + host + "/docs")
                        .status())
                .isEqualTo(304);
    }

    @Test
    void post_byAnotherSpelling_isTheSameAlias() {
        String id = deployments.finished();
        assertThat(deployments.point(host.toUpperCase(Locale.ROOT) + ".", id).at("id"))
                .isEqualTo(host + "/");
        assertThat(deployments.point(host, id).code()).isEqualTo("ALIAS_OVERRIDE_NOT_ALLOWED");
        assertThat(deployments.point(host + "/", id).code()).isEqualTo("ALIAS_OVERRIDE_NOT_ALLOWED");
        assertThat(api.get("/aliases/" + host.toUpperCase(Locale.ROOT) + ".").status())
                .isEqualTo(200);
    }

    @Test
    void post_ofAnInternationalName_keepsItsAsciiForm() {
        String id = deployments.finished();
        assertThat(deployments.point("bücher." + host, id).at("id")).isEqualTo("xn--bcher-kva." + host + "/");
        assertThat(api.get("/resolve?hostname=b%C3%BCcher." + host).status()).isEqualTo(200);
        assertThat(api.get("/aliases/b%C3%BCcher." + host).status()).isEqualTo(200);
    }

    @Test
    void post_toAnAlias_copiesWhereThatPointsNow() {
        String first = deployments.finished();
        String second = deployments.finished();
        String copy = Deployments.newHost();
        deployments.point(host, first);
        assertThat(deployments.point(copy, host).at("deployment")).isEqualTo(first);
        deployments.move(host, second);
        assertThat(api.get("/aliases/" + copy).at("deployment")).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource({
        "none, INVALID_DEPLOYMENT_ID",
        "not an id, INVALID_DEPLOYMENT_ID",
        "none.example.com, INVALID_ALIAS",
        "https://example.com, INVALID_ALIAS",
        "'', INVALID_DEPLOYMENT_ID"
    })
    void post_toNothing_is400(String target, String code) {
        Answer answer = deployments.point(host, target);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(api.get("/aliases/" + host).status()).isEqualTo(404);
    }

    @Test
    void post_checksBodyThenTargetThenProtectionThenOverride() {
        String owner = deployments.initialized();
        api.put("/deployments/" + owner + "/status", "{\"status\":\"FINISHED\",\"deploymentAlias\":\"" + host + "\"}");
        assertThat(api.post("/aliases", "{\"alias\":\"" + host + "\",\"target\":1}")
                        .code())
                .isEqualTo("INVALID_REQUEST");
        assertThat(deployments.point(host, "none").code()).isEqualTo("INVALID_DEPLOYMENT_ID");
        assertThat(deployments.point(host, deployments.finished()).code()).isEqualTo("DEPLOYMENT_ALIAS");
    }

    @Test
    void post_withOverride_movesAndSaysFromWhere() {
        String first = deployments.finished();
        String second = deployments.finished();
        deployments.point(host, first);
        Answer answer = deployments.move(host, second);
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.at("previousDeployment")).isEqualTo(first);
        assertThat(answer.at("revision")).isEqualTo("2");
    }

    @Test
    void post_withAnExpectationThatDoesNotHold_is409WithTheTruth() {
        String first = deployments.finished();
        String second = deployments.finished();
        deployments.point(host, first);
        Answer answer = deployments.move(host, second, second);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("ALIAS_CHANGED");
        assertThat(answer.at("deployment")).isEqualTo(first);
        assertThat(deployments.move(host, second, first).status()).isEqualTo(201);
    }

    @Test
    void post_toAFailedDeployment_is409() {
        String id = deployments.withStack("CREATE_FAILED");
        Answer answer = deployments.point(host, id);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("INVALID_TRANSITION");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "https://x.example.com",
                "x.example.com:80",
                "x.example.com?a",
                "x.example.com#a",
                "x.example.com/a#b",
                "x.example.com/../b",
                "x.example.com//",
                "*.com",
                "..",
                "#",
                ""
            })
    void post_ofWhatIsNoAlias_is400AndNamesTheMember(String alias) {
        Answer answer = deployments.point(alias, deployments.finished());
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo("alias");
    }

    @Test
    void delete_removesTheAlias() {
        deployments.point(host + "/docs", deployments.finished());
        assertThat(api.delete("/aliases/" + host + "/docs").status()).isEqualTo(204);
        Answer again = api.delete("/aliases/" + host + "/docs");
        assertThat(again.status()).isEqualTo(404);
        assertThat(again.code()).isEqualTo("ALIAS_NOT_FOUND");
    }

    @Test
    void list_ofADeployment_isNewestFirstInPages() {
        String id = deployments.finished();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String path = host + "/p" + i;
            deployments.point(path, id);
            expected.addFirst(path);
        }
        assertThat(ids("/aliases?deploymentId=" + id + "&limit=2")).containsExactlyElementsOf(expected);
        assertThat(ids("/aliases?deploymentId=" + deployments.finished())).isEmpty();
    }

    @Test
    void list_ofADomain_holdsWhatIsBelowItOnly() {
        String id = deployments.finished();
        List.of("a." + host, "*." + host, host, "x" + host, host + "/docs", "a-" + host)
                .forEach(alias -> deployments.point(alias, id));
        assertThat(ids("/aliases?domain=" + host + "&limit=1"))
                .containsExactly(host + "/", host + "/docs", "*." + host + "/", "a." + host + "/");
    }

    @Test
    void list_ofNoDeployment_is404() {
        assertThat(api.get("/aliases?deploymentId=none").code()).isEqualTo("DEPLOYMENT_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/aliases",
                "/aliases?deploymentId=a&domain=example.com",
                "/aliases?domain=com",
                "/aliases?deploymentId=%23"
            })
    void list_withoutExactlyOneGoodFilter_is400(String path) {
        assertThat(api.get(path).code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void resolve_findsTheLongestBasePathOfTheHost() {
        String root = deployments.finished();
        String docs = deployments.finished();
        deployments.point(host, root);
        deployments.point(host + "/docs", docs);
        Answer answer = api.get("/resolve?hostname=" + host + "&path=/docs/a%20b");
        assertThatJson(answer.text())
                .isObject()
                .containsEntry("alias", host + "/docs")
                .containsEntry("hostname", host)
                .containsEntry("basePath", "/docs")
                .containsEntry("deployment", docs)
                .containsEntry("matchedBy", "exact")
                .containsEntry("routes", null);
        // The remainder of ten seconds, in whole seconds.
        assertThat(answer.header("cache-control").orElseThrow()).matches("private, max-age=[0-9]");
        assertThat(api.with("if-none-match", answer.header("etag").orElseThrow())
                        .get("/resolve?hostname=" + host + "&path=/docs/a%20b")
                        .status())
                .isEqualTo(304);
        assertThat(api.get("/resolve?hostname=" + host + "&path=/docs-x").at("deployment"))
                .isEqualTo(root);
    }

    @Test
    void resolve_fallsBackToAWildcardOneLabelDeep() {
        String id = deployments.finished();
        deployments.point("*." + host, id);
        Answer answer = api.get("/resolve?hostname=a." + host);
        assertThat(answer.at("matchedBy")).isEqualTo("wildcard");
        assertThat(answer.at("alias")).isEqualTo("*." + host + "/");
        assertThat(api.get("/resolve?hostname=b.a." + host).code()).isEqualTo("ALIAS_NOT_FOUND");
        assertThat(api.get("/resolve?hostname=" + host).code()).isEqualTo("ALIAS_NOT_FOUND");
    }

    @Test
    void resolve_ofAnUnfinishedDeployment_is503UntilItIsFinished() {
        String id = deployments.initialized();
        deployments.point(host, id);
        Answer early = api.get("/resolve?hostname=" + host);
        assertThat(early.status()).isEqualTo(503);
        assertThat(early.code()).isEqualTo("DEPLOYMENT_NOT_READY");
        assertThat(early.header("retry-after")).isPresent();
        api.put("/deployments/" + id + "/status", "{\"status\":\"FINISHED\",\"routes\":{\"a\":1}}");
        Answer answer = api.get("/resolve?hostname=" + host);
        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.text()).node("routes").isEqualTo("{a:1}");
    }

    @Test
    void resolve_ofADeploymentThatIsBeingDestroyed_is503() {
        String id = deployments.withStack("FINISHED");
        deployments.point(host, id);
        deployments.status(id, "DESTROY_REQUESTED");
        assertThat(api.get("/resolve?hostname=" + host).status()).isEqualTo(503);
    }

    @Test
    void resolve_withNoCache_seesAMoveAtOnce() {
        String second = deployments.finished();
        deployments.point(host, deployments.finished());
        api.get("/resolve?hostname=" + host);
        deployments.move(host, second);
        assertThat(api.with("cache-control", "no-cache")
                        .get("/resolve?hostname=" + host)
                        .at("deployment"))
                .isEqualTo(second);
    }

    /** More base paths sort between them than one page of the table contains. */
    @Test
    void resolve_amongManySiblings_findsTheBasePath() {
        String id = deployments.finished();
        deployments.point(host + "/docs", id);
        IntStream.rangeClosed(1, 13).forEach(i -> deployments.point(host + "/docs-v" + i, id));
        assertThat(api.get("/resolve?hostname=" + host + "&path=/docs/intro").at("alias"))
                .isEqualTo(host + "/docs");
    }

    @Test
    void resolve_ofNothing_isNotStored() {
        assertThat(api.get("/resolve?hostname=" + host).header("cache-control")).contains("no-store");
    }

    /** A host name that IDNA 2008 and IDNA 2003 map to different domains is rejected. */
    @Test
    void create_ofANameThatStandardsMapDifferently_asksForItsAsciiForm() {
        String id = deployments.finished();
        Answer refused = api.post("/aliases", "{\"alias\":\"stra\u00dfe." + host + "\",\"target\":\"" + id + "\"}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("\"alias\"", "xn--");
        assertThat(api.post("/aliases", "{\"alias\":\"xn--a." + host + "\",\"target\":\"" + id + "\"}")
                        .status())
                .isEqualTo(400);
        deployments.point("xn--strae-oqa." + host, id);
        assertThat(api.get("/resolve?hostname=xn--strae-oqa." + host).at("alias"))
                .isEqualTo("xn--strae-oqa." + host + "/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/resolve",
                "/resolve?hostname=localhost",
                "/resolve?hostname=*.example.com",
                "/resolve?hostname=a.example.com:80",
                "/resolve?hostname=a.example.com&path=docs",
                "/resolve?hostname=a.example.com&hostname=b.example.com",
                "/resolve?hostname=a.example.com&explain=yes",
                "/resolve?hostname=a.example.com&unknown=1"
            })
    void resolve_ofWhatCannotBe_is400(String path) {
        assertThat(api.get(path).status()).isEqualTo(400);
    }

    private List<String> ids(String path) {
        List<String> ids = new ArrayList<>();
        String next = path;
        while (next != null) {
            JsonNode page = api.get(next).json();
            page.path("items").forEach(item -> ids.add(item.path("id").asText()));
            next = page.path("next").isNull()
                    ? null
                    : path + "&cursor=" + page.path("next").asText();
        }
        return ids;
    }
}
