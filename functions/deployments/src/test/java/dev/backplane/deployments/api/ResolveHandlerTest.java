package dev.backplane.deployments.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.SplitRequest;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResolveHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private void serve(String alias, String deployment) {
        DeploymentId id = api.stores.deployment(deployment);
        SiteConfig config = new SiteConfig(Optional.of("[{\"src\":\"/\"}]"), Optional.empty(), Optional.empty());
        api.stores.finish(id, config, Optional.empty());
        api.stores.point(alias, id);
    }

    @Test
    void resolve_returnsTheAliasAndTheConfiguration() {
        serve("example.com", "d1");
        GatewayResponse answer = api.resolve("hostname=example.com&path=/a");

        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("""
                {"alias":"example.com/","hostname":"example.com","basePath":"/","deployment":"d1","matchedBy":"exact",
                 "revision":1,"routes":[{"src":"/"}],"lambdaRoutes":null,"prerenders":null}""");
        assertThat(answer.header("cache-control")).contains("private, max-age=10");
        assertThat(answer.header("etag")).isEqualTo(api.alias("example.com").header("etag"));
        assertThat(api.resolve("hostname=example.com").body()).isEqualTo(answer.body());
    }

    @Test
    void resolve_prefersTheLongestBasePath_andTheExactHostToAWildcard() {
        serve("example.com", "d1");
        serve("example.com/docs", "d2");
        serve("*.example.com", "d3");

        assertThat(api.resolve("hostname=example.com&path=/docs/a").text("deployment"))
                .isEqualTo("d2");
        assertThat(api.resolve("hostname=example.com&path=/docs-a").text("deployment"))
                .isEqualTo("d1");
        GatewayResponse wildcard = api.resolve("hostname=www.example.com");
        assertThat(wildcard.text("deployment")).isEqualTo("d3");
        assertThat(wildcard.text("matchedBy")).isEqualTo("wildcard");
    }

    @Test
    void resolve_ofAnUnknownHost_isNotFound() {
        GatewayResponse answer = api.resolve("hostname=example.com&path=/a");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("ALIAS_NOT_FOUND");
    }

    @Test
    void resolve_ofADeploymentThatIsNotFinished_isUnavailable() {
        api.stores.point("example.com", api.stores.deployment("d1"));
        GatewayResponse answer = api.resolve("hostname=example.com");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("DEPLOYMENT_NOT_READY");
        assertThat(answer.header("retry-after")).contains("5");
    }

    @Test
    void resolve_isCached_unlessTheCallerAsksForAFreshAnswer() {
        serve("example.com", "d1");
        api.resolve("hostname=example.com");
        api.stores.move("example.com", api.stores.finished("d2"));

        assertThat(api.resolve("hostname=example.com").text("deployment")).isEqualTo("d1");
        assertThat(api.resolveFresh("hostname=example.com").text("deployment")).isEqualTo("d2");
        assertThat(api.resolve("hostname=example.com").text("deployment")).isEqualTo("d2");
    }

    @Test
    void resolve_ofASplit_saysWhichSideServes_andOnlyAStickyAnswerMayBeCached() {
        serve("example.com", "d1");
        DeploymentId second = api.stores.finished("d2");
        api.stores.aliases.split(
                new SplitRequest(AliasId.parse("example.com"), second, 99, Optional.empty()), StoreFixture.CAUSE);
        GatewayResponse sticky = api.resolve("hostname=example.com&key=user-1");
        GatewayResponse drawn = api.resolve("hostname=example.com");

        assertThat(sticky.text("variant")).isEqualTo("new");
        assertThat(sticky.text("deployment")).isEqualTo("d2");
        assertThat(sticky.header("cache-control")).contains("private, max-age=10");
        assertThat(sticky.header("etag")).isNotEqualTo(api.alias("example.com").header("etag"));
        assertThat(drawn.text("variant")).isIn("new", "stable");
        assertThat(drawn.header("cache-control")).contains("no-store");
    }

    @Test
    void resolve_pinned_saysWhetherTheDeploymentServes() {
        serve("example.com", "d1");
        api.stores.move("example.com", api.stores.finished("d2"));

        GatewayResponse pinned = api.resolve("hostname=example.com&deployment=d1");
        assertThatJson(pinned.body()).node("deployment").isEqualTo("d1");
        assertThatJson(pinned.body()).node("pinned").isEqualTo(true);
        GatewayResponse other = api.resolve("hostname=example.com&deployment=d3");
        assertThatJson(other.body()).node("deployment").isEqualTo("d2");
        assertThatJson(other.body()).node("pinned").isEqualTo(false);
    }

    @Test
    void resolve_explained_namesTheCandidates_alsoWhenNoneMatches_andIsNeverCached() {
        serve("example.com/docs", "d1");
        GatewayResponse found = api.resolve("hostname=example.com&path=/docs/a&explain=true");
        assertThatJson(found.body()).node("explain").isEqualTo("""
                [{"alias":"example.com/docs","deployment":"d1","host":"exact","won":true,
                  "reason":"the longest base path of the host that contains the path"}]""");
        assertThat(found.header("cache-control")).contains("no-store");

        GatewayResponse missing = api.resolve("hostname=example.com&path=/docs-a&explain=true");
        assertThat(missing.code()).isEqualTo("ALIAS_NOT_FOUND");
        assertThatJson(missing.body()).node("explain[0].reason").isEqualTo("the base path does not contain the path");
        assertThatJson(api.resolve("hostname=example.com&path=/docs").body())
                .node("explain")
                .isAbsent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hostname=example",
                "hostname=*.example.com",
                "hostname=example.com&path=a",
                "hostname=example.com&other=1",
                "hostname=example.com&key=",
                "hostname=example.com&deployment=a.b",
                "hostname=example.com&explain=yes"
            })
    void resolve_withABadQuery_isRefused(String query) {
        GatewayResponse answer = api.resolve(query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
    }
}
