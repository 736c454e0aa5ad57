package dev.backplane.deployments.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectHandlersTest {

    private static final String SHOP = """
            {"id":"d1","project":"shop","branch":"fix/cart","commit":"4f2a","message":"Fix the cart\\nIt was empty."}""";

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    @Test
    void create_keepsWhereADeploymentComesFrom() {
        GatewayResponse answer = api.create(SHOP);

        assertThat(answer.status()).isEqualTo(201);
        assertThatJson(answer.body())
                .isObject()
                .containsEntry("project", "shop")
                .containsEntry("branch", "fix/cart")
                .containsEntry("commit", "4f2a")
                .containsEntry("message", "Fix the cart\nIt was empty.");
        assertThat(api.deployment("d1").body()).isEqualTo(answer.body());
        api.status("d1", "{\"status\":\"FINISHED\"}");
        assertThatJson(api.deployments("project=shop&branch=fix%2Fcart&status=FINISHED")
                        .body())
                .isEqualTo("""
                        {"items":[{"id":"d1","createdAt":"2026-01-05T00:00:00.000Z","status":"FINISHED",
                          "branch":"fix/cart","commit":"4f2a","message":"Fix the cart\\nIt was empty."}],"next":null}""");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"branch\":\"main\"}",
                "{\"project\":\"a/b\"}",
                "{\"project\":\"-a\"}",
                "{\"project\":\"\"}",
                "{\"project\":\"a#b\"}",
                "{\"project\":\"a\",\"branch\":\"/main\"}",
                "{\"project\":\"a\",\"branch\":\"a#S#FINISHED\"}",
                "{\"commit\":\"\"}",
                "{\"commit\":\"a b\"}",
                "{\"message\":\" \"}",
                "{\"message\":7}"
            })
    void create_withABadOrigin_isRejected(String body) {
        GatewayResponse answer = api.create(body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThatJson(api.deployments("").body()).node("items").isArray().isEmpty();
    }

    @Test
    void create_withAMessageOf1001Characters_isRejected() {
        assertThat(api.create("{\"message\":\"" + "é".repeat(1000) + "\"}").status())
                .isEqualTo(201);
        assertThat(api.create("{\"message\":\"" + "é".repeat(1001) + "\"}").code())
                .isEqualTo("INVALID_REQUEST");
    }

    @ParameterizedTest
    @CsvSource({
        "branch=main, branch",
        "status=FINISHED, status",
        "project=shop&status=DONE, status",
        "project=a%23b, project",
        "project=, project"
    })
    void list_withABadFilter_isRejected(String query, String field) {
        GatewayResponse answer = api.deployments(query);
        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo(field);
    }

    @Test
    void list_ofAnUnknownProject_isEmpty() {
        assertThatJson(api.deployments("project=none").body()).isEqualTo("{\"items\":[],\"next\":null}");
    }

    @Test
    void cursors_belongToTheirFilter() {
        for (int i = 0; i < 3; i++) {
            api.stores.clock.advance(Duration.ofSeconds(1));
            api.create("{\"id\":\"d" + i + "\",\"project\":\"shop\",\"branch\":\"main\"}");
        }
        String cursor = api.deployments("project=shop&branch=main&limit=2").text("next");
        GatewayResponse next = api.deployments("project=shop&branch=main&limit=2&cursor=" + cursor);
        assertThatJson(next.body()).node("items").isArray().hasSize(1);

        for (String other : new String[] {
            "", "project=shop&", "project=shop2&branch=main&", "project=shop&branch=main&status=INITIALIZED&"
        }) {
            assertThat(api.deployments(other + "cursor=" + cursor).code()).isEqualTo("INVALID_CURSOR");
        }
    }

    @Test
    void create_withAnIdempotencyKey_isReplayed() {
        GatewayResponse first = api.create("{\"project\":\"shop\",\"branch\":\"main\"}", "key-1");
        GatewayResponse again = api.create(" {\"branch\": \"main\", \"project\": \"shop\"}", "key-1");
        GatewayResponse other = api.create("{\"project\":\"shop\"}", "key-1");

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_MISMATCH");
        assertThatJson(api.deployments("project=shop").body())
                .node("items")
                .isArray()
                .hasSize(1);
    }

    @Test
    void create_withoutABodyAndWithAKey_isReplayed() {
        GatewayResponse first = api.create("", "key-1");
        assertThat(first.status()).isEqualTo(201);
        assertThat(api.create("{}", "key-1").body()).isEqualTo(first.body());
    }

    @Test
    void create_withABadKey_isRejected() {
        assertThat(api.create("{}", "a b").code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.create("{}", "k".repeat(129)).code()).isEqualTo("INVALID_REQUEST");
    }
}
