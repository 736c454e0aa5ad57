package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.notes;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.userdata.store.StoreFixture;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreconditionsTest {
    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        api.createApp("{\"name\":\"notes\",\"quotaBytes\":1000}");
    }

    private GatewayResponse put(String key, String json, Map<String, String> headers) {
        HttpCall call = notes(PutJsonHandler.OPERATION, "ann").path("key", key).body(json);
        headers.forEach(call::header);
        return api.send(PutJsonHandler.OPERATION, call);
    }

    private GatewayResponse delete(String key, Map<String, String> headers) {
        HttpCall call = notes(DeleteJsonHandler.OPERATION, "ann").path("key", key);
        headers.forEach(call::header);
        return api.send(DeleteJsonHandler.OPERATION, call);
    }

    @Test
    void put_withPreconditions_isDoneOrRefusedWithTheCurrentTag() {
        String first =
                put("a", "1", Map.of("If-None-Match", "*")).header("etag").orElseThrow();
        GatewayResponse again = put("a", "2", Map.of("If-None-Match", "*"));
        GatewayResponse second = put("a", "3", Map.of("If-Match", first));
        GatewayResponse stale = put("a", "4", Map.of("If-Match", first));
        GatewayResponse oneOf = put(
                "a", "5", Map.of("If-Match", "\"x\", " + second.header("etag").orElseThrow()));
        GatewayResponse absent = put("b", "1", Map.of("If-Match", first));
        GatewayResponse anyAbsent = put("b", "1", Map.of("If-Match", "*"));
        GatewayResponse foreign = put("a", "1", Map.of("If-Match", "\"foreign\""));

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
    @ValueSource(strings = {"abc", "\"a", "", ",", "\"a\" \"b\""})
    void put_withAMalformedTag_isRefused(String tag) {
        GatewayResponse answer = put("a", "1", Map.of("If-Match", tag));

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

    /** RFC 9110, 13.1.1 compares strongly, and 5.6.1 has recipients accept empty elements of a list. */
    @Test
    void put_withWeakTagsOrEmptyElements_isComparedAsRfc9110Says() {
        String tag = api.put("a", "1").header("etag").orElseThrow();

        GatewayResponse weak = put("a", "2", Map.of("If-Match", "W/" + tag));
        GatewayResponse notWeak = put("a", "2", Map.of("If-None-Match", "W/" + tag));
        GatewayResponse gaps = put("a", "3", Map.of("If-Match", ",, " + tag + " ,,"));

        assertThat(weak.status()).isEqualTo(412);
        assertThat(weak.header("etag")).contains(tag);
        assertThat(notWeak.status()).isEqualTo(412);
        assertThat(gaps.status()).isEqualTo(200);
    }

    @Test
    void get_withIfMatch_isAnsweredOnlyForThatVersion() {
        String tag = api.put("a", "1").header("etag").orElseThrow();

        assertThat(get("GET", tag).status()).isEqualTo(200);
        assertThat(get("HEAD", "*").status()).isEqualTo(200);
        assertThat(get("GET", "W/" + tag).status()).isEqualTo(412);
        GatewayResponse other = get("HEAD", "\"x\"");
        assertThat(other.status()).isEqualTo(412);
        assertThat(other.header("etag")).contains(tag);
    }

    private GatewayResponse get(String method, String ifMatch) {
        return api.send(
                GetJsonHandler.OPERATION,
                notes(GetJsonHandler.OPERATION, "ann")
                        .path("key", "a")
                        .method(method)
                        .header("If-Match", ifMatch));
    }
}
