package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.forUser;
import static dev.backplane.userdata.api.ApiFixture.notes;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.testing.DynamoLocal;
import dev.backplane.platform.testing.HttpAnswer;
import dev.backplane.platform.testing.HttpCall;
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

    private HttpAnswer put(String key, String json, Map<String, String> headers) {
        HttpCall call = notes(PutJsonHandler.OPERATION, "ann").path("key", key).body(json);
        headers.forEach(call::header);
        return api.send(PutJsonHandler.OPERATION, call);
    }

    private HttpAnswer patch(String key, String contentType, String json) {
        return api.send(
                PatchJsonHandler.OPERATION,
                notes(PatchJsonHandler.OPERATION, "ann")
                        .path("key", key)
                        .header("Content-Type", contentType)
                        .body(json));
    }

    private HttpAnswer delete(String key, Map<String, String> headers) {
        HttpCall call = notes(DeleteJsonHandler.OPERATION, "ann").path("key", key);
        headers.forEach(call::header);
        return api.send(DeleteJsonHandler.OPERATION, call);
    }

    @Test
    void put_createsThenReplaces_andAnswersWhatItStored() {
        HttpAnswer created = api.put("a", " { \"x\" : 1.50 } ");
        HttpAnswer replaced = api.put("a", "[]");

        assertThat(created.status()).isEqualTo(201);
        assertThatJson(created.body())
                .isEqualTo("{key:'a',size:11,version:'${json-unit.any-string}',"
                        + "createdAt:'2026-01-05T00:00:00.000Z',updatedAt:'2026-01-05T00:00:00.000Z'}");
        assertThat(created.header("etag")).contains('"' + created.text("version") + "-11\"");
        assertThat(created.header("last-modified")).contains("Mon, 05 Jan 2026 00:00:00 GMT");
        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.text("version")).isNotEqualTo(created.text("version"));
    }

    @Test
    void get_answersTheValueItselfWithItsMetadataInHeaders() {
        HttpAnswer put = api.put("a", "{\"x\": 1.50}");

        HttpAnswer get = api.get("a");

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
                        "no-store"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    void get_whenTheCallerHasIt_is304(String method) {
        String tag = api.put("a", "1").header("etag").orElseThrow();

        HttpAnswer answer = api.send(
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
        HttpAnswer other = api.send(
                GetJsonHandler.OPERATION,
                forUser(GetJsonHandler.OPERATION, "ann").path("app", "other").path("key", "a"));
        assertThat(other.status()).isEqualTo(404);
        assertThat(other.code()).isEqualTo("APP_NOT_FOUND");
    }

    @Test
    void put_aboveTheQuota_tellsLimitUsedAndNeeded() {
        api.put("a", '"' + "x".repeat(897) + '"');

        HttpAnswer answer = api.put("b", '"' + "x".repeat(198) + '"');

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
        HttpAnswer answer = api.send(
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

    @Test
    void put_withPreconditions_isDoneOrRefusedWithTheCurrentTag() {
        String first =
                put("a", "1", Map.of("If-None-Match", "*")).header("etag").orElseThrow();
        HttpAnswer again = put("a", "2", Map.of("If-None-Match", "*"));
        HttpAnswer second = put("a", "3", Map.of("If-Match", first));
        HttpAnswer stale = put("a", "4", Map.of("If-Match", first));
        HttpAnswer oneOf = put(
                "a", "5", Map.of("If-Match", "\"x\", " + second.header("etag").orElseThrow()));
        HttpAnswer absent = put("b", "1", Map.of("If-Match", first));
        HttpAnswer anyAbsent = put("b", "1", Map.of("If-Match", "*"));
        HttpAnswer foreign = put("a", "1", Map.of("If-Match", "\"foreign\""));

        assertThat(again.status()).isEqualTo(412);
        assertThat(again.code()).isEqualTo("PRECONDITION_FAILED");
        assertThat(again.header("etag")).contains(first);
        assertThat(second.status()).isEqualTo(200);
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.header("etag")).isEqualTo(second.header("etag"));
        assertThat(oneOf.status()).isEqualTo(200);
        assertThat(absent.status()).isEqualTo(412);
        assertThat(absent.header("etag")).isEmpty();
        assertThat(anyAbsent.status()).isEqualTo(412);
        assertThat(foreign.status()).isEqualTo(412);
        assertThat(api.get("a").body()).isEqualTo("5");
        assertThat(api.get("b").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "W/\"abc\"", "\"a", "", "\"a\" \"b\""})
    void put_withAMalformedOrWeakTag_isRefused(String tag) {
        HttpAnswer answer = put("a", "1", Map.of("If-Match", tag));

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo("If-Match");
    }

    @Test
    void version_neverRepeatsAfterADelete() {
        String first = api.put("a", "1").header("etag").orElseThrow();
        assertThat(delete("a", Map.of()).status()).isEqualTo(204);
        String second = api.put("a", "1").header("etag").orElseThrow();

        assertThat(second).isNotEqualTo(first);
        assertThat(put("a", "2", Map.of("If-Match", first)).status()).isEqualTo(412);
    }

    @Test
    void delete_isDoneOnceAndOnlyIfThePreconditionHolds() {
        String first = api.put("a", "1").header("etag").orElseThrow();
        String second = api.put("a", "2").header("etag").orElseThrow();

        assertThat(delete("a", Map.of("If-Match", first)).status()).isEqualTo(412);
        assertThat(delete("a", Map.of("If-Match", second)).status()).isEqualTo(204);
        assertThat(delete("a", Map.of()).code()).isEqualTo("KEY_NOT_FOUND");
        assertThat(delete("a", Map.of("If-Match", second)).status()).isEqualTo(412);
    }

    @Test
    void patch_ofMembers_overwritesThemAndKeepsNull() {
        assertThat(patch("a", "application/json", "{\"a\":{\"y\":2},\"b\":1}").status())
                .isEqualTo(201);
        HttpAnswer answer = patch("a", "application/json; charset=utf-8", "{\"a\":{\"x\":1},\"c\":null}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(api.get("a").body()).isEqualTo("{\"a\":{\"x\":1},\"b\":1,\"c\":null}");
    }

    @Test
    void patch_asMergePatch_isRfc7396() {
        api.put("a", "{\"a\":{\"y\":2},\"b\":1}");
        patch("a", "application/merge-patch+json", "{\"a\":{\"x\":1},\"b\":null}");

        assertThat(api.get("a").body()).isEqualTo("{\"a\":{\"y\":2,\"x\":1}}");
    }

    @Test
    void patch_ofWhatIsNoObject_isAConflict() {
        api.put("a", "[1]");

        HttpAnswer answer = patch("a", "application/json", "{\"x\":1}");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("INVALID_DATA_TYPE");
        assertThat(patch("a", "application/json", "[2]").code()).isEqualTo("INVALID_JSON");
        assertThat(patch("a", "application/merge-patch+json", "{\"x\":1}").status())
                .isEqualTo(200);
        assertThat(api.get("a").body()).isEqualTo("{\"x\":1}");
    }

    @Test
    void patch_ofAnotherType_isNotSupported() {
        HttpAnswer answer = patch("a", "application/json-patch+json", "[]");

        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.header("accept-patch")).contains("application/json, application/merge-patch+json");
    }

    @ParameterizedTest
    @CsvSource({"'', INVALID_JSON", "'{', INVALID_JSON", "'{\"a\":1,\"a\":2}', INVALID_JSON", "'1 2', INVALID_JSON"})
    void put_ofWhatIsNotJson_isRefused(String body, String code) {
        assertThat(api.put("a", body).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {".a", "a b", "ä", "a#b", "~a", "-"})
    void put_underWhatIsNoKey_isRefused(String key) {
        HttpAnswer answer = api.put(key, "1");

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
        HttpAnswer answer = api.put("a", '"' + "x".repeat(256 * 1024 - 1) + '"');
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.code()).isEqualTo("VALUE_TOO_LARGE");
        assertThatJson(answer.body()).node("limitBytes").isEqualTo(262_144);
        assertThat(patch("b", "application/json", "{\"x\":" + largest + "}").status())
                .isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hmh", "cb"})
    void reservedNames_areNoApps(String name) {
        HttpAnswer answer = api.send(
                GetJsonHandler.OPERATION,
                forUser(GetJsonHandler.OPERATION, "ann").path("app", name).path("key", "a"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_APP");
    }

    @Test
    void content_liesApartFromApps() {
        HttpAnswer put = api.send(
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
