package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.forUser;
import static dev.backplane.userdata.api.ApiFixture.notes;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.userdata.store.StoreFixture;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        api.createApp("{\"name\":\"notes\",\"quotaBytes\":1000}");
    }

    private GatewayResponse patch(String key, String contentType, String json) {
        return api.send(
                PatchJsonHandler.OPERATION,
                notes(PatchJsonHandler.OPERATION, "ann")
                        .path("key", key)
                        .header("Content-Type", contentType)
                        .body(json));
    }

    @Test
    void put_createsThenReplaces_andAnswersWhatItStored() {
        GatewayResponse created = api.put("a", " { \"x\" : 1.50 } ");
        GatewayResponse replaced = api.put("a", "[]");

        assertThat(created.status()).isEqualTo(201);
        assertThatJson(created.body())
                .isEqualTo("{key:'a',size:11,version:'${json-unit.any-string}',"
                        + "createdAt:'2026-01-05T00:00:00.000Z',updatedAt:'2026-01-05T00:00:00.000Z'}");
        assertThat(created.header("etag")).contains('"' + created.text("version") + "-11\"");
        assertThat(created.header("last-modified")).contains("Mon, 05 Jan 2026 00:00:00 GMT");
        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.text("version")).isNotEqualTo(created.text("version"));
    }

    /** Such a value has no UTF-8 form, so it could be written but never read. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":\"\\ud800\"}", "{\"a\":[\"\\udc00x\"]}", "{\"\\ud83d\":1}"})
    void writes_withHalfOfACharacter_areRefused_andChangeNothing(String json) {
        assertThat(api.put("a", json).code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.get("a").status()).isEqualTo(404);

        api.put("a", "{}");
        assertThat(patch("a", "application/json", json).code()).isEqualTo("INVALID_REQUEST");
        assertThat(patch("a", "application/merge-patch+json", json).code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.get("a").body()).isEqualTo("{}");
        assertThat(api.send(
                                PutBehaviorHandler.OPERATION,
                                forUser(PutBehaviorHandler.OPERATION, "ann")
                                        .path("key", "a")
                                        .body(json))
                        .code())
                .isEqualTo("INVALID_REQUEST");
    }

    @Test
    void get_answersTheValueItselfWithItsMetadataInHeaders() {
        GatewayResponse put = api.put("a", "{\"x\": 1.50}");

        GatewayResponse get = api.get("a");

        assertThat(get.status()).isEqualTo(200);
        assertThat(get.body()).isEqualTo("{\"x\":1.50}");
        assertThat(get.headers())
                .isEqualTo(Map.of(
                        "content-type",
                        "application/json",
                        "etag",
                        put.header("etag").orElseThrow(),
                        "last-modified",
                        "Mon, 05 Jan 2026 00:00:00 GMT",
                        "cache-control",
                        "no-store",
                        "x-content-type-options",
                        "nosniff"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    void get_whenTheCallerHasIt_is304(String method) {
        String tag = api.put("a", "1").header("etag").orElseThrow();

        GatewayResponse answer = api.send(
                GetJsonHandler.OPERATION,
                notes(GetJsonHandler.OPERATION, "ann")
                        .method(method)
                        .path("key", "a")
                        .header("If-None-Match", tag));

        assertThat(answer.status()).isEqualTo(304);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.header("etag")).contains(tag);
    }

    @Test
    void get_ofWhatIsNotThere_tellsWhetherTheAppIs() {
        assertThat(api.get("a").code()).isEqualTo("KEY_NOT_FOUND");
        GatewayResponse other = api.send(
                GetJsonHandler.OPERATION,
                forUser(GetJsonHandler.OPERATION, "ann").path("app", "other").path("key", "a"));
        assertThat(other.status()).isEqualTo(404);
        assertThat(other.code()).isEqualTo("APP_NOT_FOUND");
    }

    @Test
    void put_aboveTheQuota_tellsLimitUsedAndNeeded() {
        api.put("a", '"' + "x".repeat(897) + '"');

        GatewayResponse answer = api.put("b", '"' + "x".repeat(198) + '"');

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("QUOTA_EXCEEDED");
        assertThatJson(answer.body())
                .inPath("$")
                .isObject()
                .containsEntry("limitBytes", new BigDecimal(1000))
                .containsEntry("usedBytes", new BigDecimal(900))
                .containsEntry("neededBytes", new BigDecimal(201));
    }

    @ParameterizedTest
    @CsvSource({"800, true, 801", "1100, false, 1101"})
    void put_asADryRun_tellsWhetherItFits(int length, boolean fits, int needed) {
        GatewayResponse answer = api.send(
                PutJsonHandler.OPERATION,
                notes(PutJsonHandler.OPERATION, "ann")
                        .path("key", "a")
                        .query("dryRun=true")
                        .body('"' + "x".repeat(length - 2) + '"'));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo(
                        "{\"fits\":" + fits + ",\"limitBytes\":1000,\"usedBytes\":0,\"neededBytes\":" + needed + "}");
        assertThat(api.get("a").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"'', INVALID_JSON", "'{', INVALID_JSON", "'{\"a\":1,\"a\":2}', INVALID_JSON", "'1 2', INVALID_JSON"})
    void put_ofWhatIsNotJson_isRefused(String body, String code) {
        assertThat(api.put("a", body).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {".a", "a b", "ä", "a#b", "~a", "-"})
    void put_underWhatIsNoKey_isRefused(String key) {
        GatewayResponse answer = api.put(key, "1");

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo("key");
    }

    @Test
    void put_ofTooLargeAValue_is413AtTheByte() {
        api.stores.apps.setQuota(StoreFixture.NOTES, Optional.empty());
        String largest = '"' + "x".repeat(256 * 1024 - 2) + '"';
        api.stores.clock().advance(Duration.ofSeconds(5));

        assertThat(api.put("a", "  " + largest).status()).isEqualTo(201);
        assertThat(api.get("a").body()).isEqualTo(largest);
        GatewayResponse answer = api.put("a", '"' + "x".repeat(256 * 1024 - 1) + '"');
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.code()).isEqualTo("VALUE_TOO_LARGE");
        assertThatJson(answer.body()).node("limitBytes").isEqualTo(262_144);
        assertThat(patch("b", "application/json", "{\"x\":" + largest + "}").status())
                .isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hmh", "cb"})
    void reservedNames_areNoApps(String name) {
        GatewayResponse answer = api.send(
                GetJsonHandler.OPERATION,
                forUser(GetJsonHandler.OPERATION, "ann").path("app", name).path("key", "a"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_APP");
    }

    @Test
    void content_liesApartFromApps() {
        GatewayResponse put = api.send(
                PutJsonHandler.OPERATION,
                forUser(PutJsonHandler.OPERATION, "ann").path("key", "a").body("{\"mine\":true}"));

        assertThat(put.status()).isEqualTo(201);
        assertThat(api.get("a").status()).isEqualTo(404);
        assertThat(api.send(
                                GetJsonHandler.OPERATION,
                                forUser(GetJsonHandler.OPERATION, "ann").path("key", "a"))
                        .body())
                .isEqualTo("{\"mine\":true}");
        assertThat(api.send(
                                PutJsonHandler.OPERATION,
                                forUser(PutJsonHandler.OPERATION, "ann")
                                        .path("key", "a")
                                        .query("dryRun=true")
                                        .body("1"))
                        .body())
                .isEqualTo("{\"fits\":true,\"limitBytes\":null,\"usedBytes\":null,\"neededBytes\":-12}");
    }
}
