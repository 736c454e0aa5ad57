package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.forUser;
import static dev.backplane.userdata.api.ApiFixture.notes;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.http.Operation;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.userdata.store.StoreFixture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpiryHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        api.createApp("{\"name\":\"notes\",\"quotaBytes\":1000}");
    }

    private static HttpCall on(Operation operation) {
        return notes(operation, "ann").path("key", "a");
    }

    private GatewayResponse put(HttpCall call) {
        return api.send(PutJsonHandler.OPERATION, call.body("{}"));
    }

    private GatewayResponse get(String method) {
        return api.send(GetJsonHandler.OPERATION, on(GetJsonHandler.OPERATION).method(method));
    }

    @Test
    void put_withALifetime_answersAndShowsWhenTheValueExpires() {
        GatewayResponse created = put(on(PutJsonHandler.OPERATION).query("ttlSeconds=60"));

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.text("expiresAt")).isEqualTo("2026-01-05T00:01:00.000Z");
        assertThat(created.header("expires-at")).contains("2026-01-05T00:01:00.000Z");
        assertThat(get("GET").header("expires-at")).contains("2026-01-05T00:01:00.000Z");
        assertThat(get("HEAD").header("expires-at")).contains("2026-01-05T00:01:00.000Z");
        assertThatJson(api.send(ListJsonHandler.OPERATION, notes(ListJsonHandler.OPERATION, "ann"))
                        .body())
                .node("items[0].expiresAt")
                .isEqualTo("2026-01-05T00:01:00.000Z");

        api.stores.clock().advance(Duration.ofSeconds(60));

        assertThat(get("GET").code()).isEqualTo("KEY_NOT_FOUND");
        assertThat(get("HEAD").status()).isEqualTo(404);
        assertThat(put(on(PutJsonHandler.OPERATION)).status()).isEqualTo(201);
        assertThat(get("GET").header("expires-at")).isEmpty();
    }

    @Test
    void patch_keepsOrChangesTheExpiry() {
        put(on(PutJsonHandler.OPERATION).header("Expires-At", "2026-01-05T01:00:00Z"));

        GatewayResponse kept = api.send(
                PatchJsonHandler.OPERATION, on(PatchJsonHandler.OPERATION).body("{}"));
        GatewayResponse changed = api.send(
                PatchJsonHandler.OPERATION,
                on(PatchJsonHandler.OPERATION).query("ttlSeconds=120").body("{}"));

        assertThat(kept.header("expires-at")).contains("2026-01-05T01:00:00.000Z");
        assertThat(changed.header("expires-at")).contains("2026-01-05T00:02:00.000Z");
    }

    @Test
    void blobsAndBatches_haveALifetime() {
        api.send(
                PutBlobHandler.OPERATION,
                on(PutBlobHandler.OPERATION).query("ttlSeconds=157680000").body("x"));
        GatewayResponse batch = api.send(
                BatchWriteHandler.OPERATION,
                notes(BatchWriteHandler.OPERATION, "ann")
                        .header("Idempotency-Key", "k")
                        .body("{\"puts\":[{\"key\":\"b\",\"value\":1,\"ttlSeconds\":60}]}"));
        GatewayResponse read = api.send(
                BatchGetHandler.OPERATION,
                notes(BatchGetHandler.OPERATION, "ann").body("{\"json\":[\"b\"],\"blob\":[\"a\"]}"));

        assertThatJson(batch.body()).node("puts[0].expiresAt").isEqualTo("2026-01-05T00:01:00.000Z");
        String values = new String(Base64.getDecoder().decode(read.body()), StandardCharsets.UTF_8);
        assertThatJson(values).node("json[0].expiresAt").isEqualTo("2026-01-05T00:01:00.000Z");
        assertThatJson(values).node("blob[0].expiresAt").isEqualTo("2031-01-04T00:00:00.000Z");
        assertThat(api.send(GetBlobHandler.OPERATION, on(GetBlobHandler.OPERATION))
                        .header("expires-at"))
                .contains("2031-01-04T00:00:00.000Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"59", "157680001", "-60", "1e3", ""})
    void put_withALifetimeOutsideOfTheLimits_isRefused(String seconds) {
        GatewayResponse refused = put(on(PutJsonHandler.OPERATION).query("ttlSeconds=" + seconds));

        assertThat(refused.code()).isEqualTo("INVALID_REQUEST");
        assertThatJson(refused.body()).node("errors[0].field").isEqualTo("ttlSeconds");
        assertThat(get("GET").code()).isEqualTo("KEY_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-01-05T00:00:59Z", "2025-01-05T00:00:00Z", "2031-01-04T00:00:01Z", "tomorrow", "60"})
    void put_withATimeOutsideOfTheLimits_isRefused(String time) {
        GatewayResponse refused = put(on(PutJsonHandler.OPERATION).header("Expires-At", time));

        assertThat(refused.code()).isEqualTo("INVALID_REQUEST");
        assertThatJson(refused.body()).node("errors[0].field").isEqualTo("Expires-At");
    }

    @Test
    void put_withBoth_isRefused() {
        GatewayResponse refused =
                put(on(PutJsonHandler.OPERATION).query("ttlSeconds=60").header("Expires-At", "2026-01-05T01:00:00Z"));

        assertThatJson(refused.body())
                .node("errors")
                .isEqualTo("[{\"field\":\"ttlSeconds\",\"message\":\"must not be combined with Expires-At\"}]");
    }

    @Test
    void contentAndBatchEntries_withAWrongLifetime_areRefused() {
        GatewayResponse content = api.send(
                PutJsonHandler.OPERATION,
                forUser(PutJsonHandler.OPERATION, "ann")
                        .path("key", "a")
                        .query("ttlSeconds=60")
                        .body("{}"));
        GatewayResponse batch = api.send(
                BatchWriteHandler.OPERATION,
                notes(BatchWriteHandler.OPERATION, "ann")
                        .header("Idempotency-Key", "k")
                        .body("{\"puts\":[{\"key\":\"b\",\"value\":1,\"ttlSeconds\":\"60\"},"
                                + "{\"key\":\"c\",\"value\":1,\"ttlSeconds\":5}]}"));

        assertThatJson(content.body()).node("errors[0].message").isEqualTo("is only allowed for values of apps");
        assertThatJson(batch.body())
                .inPath("$.errors[*].field")
                .isEqualTo("[\"puts[0].ttlSeconds\",\"puts[1].ttlSeconds\"]");
    }
}
