package dev.backplane.deployments.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetentionHandlersTest {

    private static final Origin SHOP =
            new Origin(Optional.of(new ProjectName("shop")), Optional.empty(), Optional.of("4f2a"), Optional.empty());

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    @Test
    void put_setsThePolicy() {
        GatewayResponse answer = api.putRetention("shop", "{\"keepLast\":10}");
        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("""
                {"project":"shop","keepLast":10,"updatedAt":"2026-01-05T00:00:00.000Z",
                 "updatedBy":{"type":"user","id":"unknown"}}""");
        assertThat(api.retention("shop").body()).isEqualTo(answer.body());

        api.putRetention("shop", "{\"keepDays\":30}");
        assertThatJson(api.retention("shop").body())
                .isObject()
                .containsEntry("keepDays", 30)
                .doesNotContainKey("keepLast");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"keepLast\":null}",
                "{\"keepLast\":0}",
                "{\"keepLast\":1001}",
                "{\"keepLast\":1.5}",
                "{\"keepLast\":\"5\"}",
                "{\"keepDays\":0}",
                "{\"keepDays\":3651}",
                "{\"keepLast\":5,\"keepWeeks\":1}"
            })
    void put_withBadLimits_isRejected(String body) {
        GatewayResponse answer = api.putRetention("shop", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.retention("shop").status()).isEqualTo(404);
    }

    @Test
    void aProjectWithoutAPolicy_isNotFound() {
        assertThat(api.retention("shop").code()).isEqualTo("RETENTION_NOT_FOUND");
        assertThat(api.deleteRetention("shop").code()).isEqualTo("RETENTION_NOT_FOUND");
        assertThat(api.previewRetention("shop", "").code()).isEqualTo("RETENTION_NOT_FOUND");
        assertThat(api.runRetention("shop").code()).isEqualTo("RETENTION_NOT_FOUND");
        assertThat(api.retention("a#b").code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void delete_endsThePolicy() {
        api.putRetention("shop", "{\"keepLast\":1}");
        assertThat(api.deleteRetention("shop").status()).isEqualTo(204);
        assertThat(api.retention("shop").status()).isEqualTo(404);
    }

    @Test
    void preview_saysWhatGoesAndWhy_andRunDoesIt() {
        api.stores.finished("plain", SHOP);
        next();
        api.stores.in(DeploymentStatus.FINISHED, "stacked", SHOP);
        next();
        api.stores.finished("newest", SHOP);
        api.putRetention("shop", "{\"keepLast\":1}");

        String items = """
                [{"id":"stacked","status":"FINISHED","createdAt":"2026-01-05T00:00:01.000Z","commit":"4f2a",
                  "action":"destroy","why":"not among the newest 1 of shop"},
                 {"id":"plain","status":"FINISHED","createdAt":"2026-01-05T00:00:00.000Z","commit":"4f2a",
                  "action":"delete","why":"not among the newest 1 of shop"}]""";
        assertThatJson(api.previewRetention("shop", "").body()).isEqualTo("{\"items\":" + items + ",\"next\":null}");
        assertThatJson(api.runRetention("shop").body()).isEqualTo("{\"items\":" + items + ",\"more\":false}");
        assertThatJson(api.runRetention("shop").body()).isEqualTo("{\"items\":[],\"more\":false}");
        assertThat(api.deployment("plain").status()).isEqualTo(404);
        assertThat(api.deployment("stacked").text("status")).isEqualTo("DESTROY_REQUESTED");
    }

    @Test
    void preview_isPaged_withCursorsOfItsPolicy() {
        for (int i = 0; i < 5; i++) {
            api.stores.finished("d" + i, SHOP);
            next();
        }
        api.putRetention("shop", "{\"keepLast\":1}");
        GatewayResponse first = api.previewRetention("shop", "limit=3");
        assertThatJson(first.body()).node("items").isArray().hasSize(3);
        GatewayResponse second = api.previewRetention("shop", "limit=3&cursor=" + first.text("next"));
        assertThatJson(second.body()).node("items").isArray().hasSize(1);
        assertThatJson(second.body()).node("next").isNull();

        api.putRetention("shop", "{\"keepLast\":4}");
        assertThat(api.previewRetention("shop", "cursor=" + first.text("next")).code())
                .isEqualTo("INVALID_CURSOR");
    }

    @Test
    void run_doesAtMost25() {
        for (int i = 0; i < 27; i++) {
            api.stores.finished("d" + i, SHOP);
            next();
        }
        api.putRetention("shop", "{\"keepLast\":1}");
        GatewayResponse first = api.runRetention("shop");
        assertThatJson(first.body()).node("items").isArray().hasSize(25);
        assertThatJson(first.body()).node("more").isEqualTo(true);
        assertThatJson(api.runRetention("shop").body()).node("items").isArray().hasSize(1);
    }

    private void next() {
        api.stores.clock.advance(Duration.ofSeconds(1));
    }
}
