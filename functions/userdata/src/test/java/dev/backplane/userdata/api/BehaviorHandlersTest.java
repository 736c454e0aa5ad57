package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.forUser;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.userdata.store.CounterStore;
import dev.backplane.userdata.store.StoreFixture;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BehaviorHandlersTest {

    private static final String NINES = "9".repeat(38);

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private GatewayResponse put(String json) {
        return api.send(
                PutBehaviorHandler.OPERATION,
                forUser(PutBehaviorHandler.OPERATION, "ann").path("key", "a").body(json));
    }

    private GatewayResponse get() {
        return api.send(
                GetBehaviorHandler.OPERATION,
                forUser(GetBehaviorHandler.OPERATION, "ann").path("key", "a"));
    }

    private GatewayResponse delete() {
        return api.send(
                DeleteBehaviorHandler.OPERATION,
                forUser(DeleteBehaviorHandler.OPERATION, "ann").path("key", "a"));
    }

    private GatewayResponse increment(String body, Map<String, String> headers) {
        HttpCall call = forUser(IncrementCounterHandler.OPERATION, "ann")
                .path("key", "a")
                .body(body);
        headers.forEach(call::header);
        return api.send(IncrementCounterHandler.OPERATION, call);
    }

    private String by(String by) {
        GatewayResponse answer = increment("{\"by\":" + by + "}", Map.of());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.member("value").compact();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.50", "-0", "1e2", "\"\"", "true", "null", "[]", "{\"a\":{}}", "1E-130", "-1.5e125"})
    void put_ofAnyKind_comesBackAsItWasWritten(String json) {
        assertThat(put(json).status()).isEqualTo(201);

        assertThat(get().body()).isEqualTo(json);
        assertThat(put(json).status()).isEqualTo(200);
    }

    @Test
    void increment_fromNothing_countsUpAndDown() {
        assertThat(increment("", Map.of()).body()).isEqualTo("{\"key\":\"a\",\"value\":1}");
        assertThat(by("-1")).isEqualTo("0");
        assertThat(by("5")).isEqualTo("5");
        assertThat(get().body()).isEqualTo("5");
        GatewayResponse list = api.send(
                ListBehaviorHandler.OPERATION,
                forUser(ListBehaviorHandler.OPERATION, "ann").query("values=true"));
        assertThatJson(list.body())
                .isEqualTo("{items:[{key:'a',size:2,version:'${json-unit.any-string}',"
                        + "updatedAt:'2026-01-05T00:00:00.000Z',value:5}],next:null}");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.2, 0.3",
        "1, 0.001, 1.001",
        "0.001, 1, 1.001",
        "1.25, -1.25, 0",
        "99999999999999999999999999999999999998, 1, 99999999999999999999999999999999999999",
        "-99999999999999999999999999999999999998, -1, -99999999999999999999999999999999999999",
        "1e36, 0.5, 1000000000000000000000000000000000000.5",
        "0.0000000000000000000000000000000000001, 1, 1.0000000000000000000000000000000000001",
        "1e100, 1e100, 2E+100",
        "9e125, -9e125, 0",
    })
    void increment_isExactToTheLastOfThirtyEightDigits(String value, String by, String sum) {
        put(value);

        assertThat(by(by)).isEqualTo(sum);
        assertThat(new BigDecimal(get().body())).isEqualByComparingTo(sum);
        assertThat(by("0")).isEqualTo(sum);
    }

    @ParameterizedTest
    @CsvSource({"1e37, 0.01", "1e38, 1", "9.9e125, 1e125", "1, 1e-38", "99999999999999999999999999999999999999, 2"})
    void increment_beyondThirtyEightDigits_isRefusedAndNeverRounded(String value, String by) {
        put(value);

        GatewayResponse answer = increment("{\"by\":" + by + "}", Map.of());
        GatewayResponse once = increment("{\"by\":" + by + "}", Map.of("Idempotency-Key", "k"));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("NUMBER_OUT_OF_RANGE");
        assertThat(once.code()).isEqualTo("NUMBER_OUT_OF_RANGE");
        assertThat(get().body()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e126", "1e-131", "1" + "0000000000000000000000000000000000000" + "01", "1e99999999999"})
    void put_ofANumberThatCannotBeKeptExactly_isRefused(String json) {
        GatewayResponse answer = put(json);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("NUMBER_OUT_OF_RANGE");
        assertThat(put("{\"a\":" + json + "}").status()).isEqualTo(201);
        assertThat(get().body()).isEqualTo("{\"a\":" + json + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "\"1\"", "{}", "null", "[1]"})
    void increment_ofWhatIsNoNumber_isAConflict(String json) {
        put(json);

        assertThat(increment("{\"by\":1}", Map.of()).code()).isEqualTo("INVALID_DATA_TYPE");
        assertThat(increment("{\"by\":1}", Map.of("Idempotency-Key", "k")).status())
                .isEqualTo(409);
        assertThat(get().body()).isEqualTo(json);
    }

    @Test
    void increment_withTheSameIdempotencyKey_countsOnceForADay() {
        Map<String, String> key = Map.of("Idempotency-Key", "k#1");
        assertThat(increment("{\"by\":5}", key).member("value").compact()).isEqualTo("5");
        assertThat(increment("{\"by\":5.0}", key).member("value").compact()).isEqualTo("5");
        GatewayResponse other = increment("{\"by\":6}", key);
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_MISMATCH");

        api.stores.clock().advance(CounterStore.KEY_RETENTION.minusSeconds(1));
        assertThat(increment("{\"by\":5}", key).member("value").compact()).isEqualTo("5");
        api.stores.clock().advance(Duration.ofSeconds(1));
        assertThat(increment("{\"by\":5}", key).member("value").compact()).isEqualTo("10");
    }

    @Test
    void increment_rememberedOnes_areNotListed() {
        increment("{\"by\":1}", Map.of("Idempotency-Key", "k"));

        GatewayResponse list = api.send(ListBehaviorHandler.OPERATION, forUser(ListBehaviorHandler.OPERATION, "ann"));
        assertThatJson(list.body()).node("items").isArray().hasSize(1);
        assertThat(delete().status()).isEqualTo(204);
        assertThat(increment("{\"by\":1}", Map.of("Idempotency-Key", "k"))
                        .member("value")
                        .compact())
                .isEqualTo("1");
    }

    @Test
    void increment_replayed_answersWhatItAnsweredThen() {
        Map<String, String> first = Map.of("Idempotency-Key", "first");
        assertThat(increment("{\"by\":5}", first).member("value").compact()).isEqualTo("5");
        by("1.5");
        assertThat(increment("{\"by\":5}", first).member("value").compact()).isEqualTo("5");
        assertThat(by("0")).isEqualTo("6.5");
        put("\"text\"");
        assertThat(increment("{\"by\":5}", first).member("value").compact()).isEqualTo("5");
        delete();
        assertThat(increment("{\"by\":5}", first).member("value").compact()).isEqualTo("5");
        assertThat(get().code()).isEqualTo("KEY_NOT_FOUND");
    }

    @ParameterizedTest
    @CsvSource({"'{\"by\":\"1\"}', by", "'{\"by\":null}', by", "'{\"by\":1e200}', by", "'{\"step\":1}', step"})
    void increment_ofABadBody_isRefused(String body, String field) {
        GatewayResponse answer = increment(body, Map.of());

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "é"})
    void increment_withABadIdempotencyKey_isRefused(String key) {
        assertThatJson(increment("{}", Map.of("Idempotency-Key", key)).body())
                .node("errors[0].field")
                .isEqualTo("Idempotency-Key");
    }

    @Test
    void counted_keepsWhenItWasCreatedAndChangesItsTag() {
        GatewayResponse created = put("1");
        api.stores.clock().advance(Duration.ofSeconds(3));
        by("1");
        GatewayResponse counted = get();
        GatewayResponse replaced = api.send(
                PutBehaviorHandler.OPERATION,
                forUser(PutBehaviorHandler.OPERATION, "ann")
                        .path("key", "a")
                        .header("If-Match", counted.header("etag").orElseThrow())
                        .body("7"));

        assertThat(counted.header("etag")).isNotEqualTo(created.header("etag"));
        assertThat(counted.header("last-modified")).contains("Mon, 05 Jan 2026 00:00:03 GMT");
        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.text("createdAt")).isEqualTo("2026-01-05T00:00:00.000Z");
        assertThat(by("1")).isEqualTo("8");
    }

    @Test
    void patch_mergesAndMakesCounters() {
        HttpCall patch = forUser(PatchBehaviorHandler.OPERATION, "ann").path("key", "a");
        assertThat(api.send(PatchBehaviorHandler.OPERATION, patch.body("{\"x\":1}"))
                        .status())
                .isEqualTo(201);
        assertThat(api.send(PatchBehaviorHandler.OPERATION, patch.body("{\"y\":2}"))
                        .status())
                .isEqualTo(200);
        assertThat(get().body()).isEqualTo("{\"x\":1,\"y\":2}");

        patch.header("Content-Type", "application/merge-patch+json");
        assertThat(api.send(PatchBehaviorHandler.OPERATION, patch.body("41")).status())
                .isEqualTo(200);
        assertThat(by("1")).isEqualTo("42");
        assertThat(api.send(PatchBehaviorHandler.OPERATION, patch.body(NINES + "9"))
                        .code())
                .isEqualTo("NUMBER_OUT_OF_RANGE");
        assertThat(api.send(
                                PatchBehaviorHandler.OPERATION,
                                patch.header("Content-Type", "application/json").body("{\"z\":1}"))
                        .code())
                .isEqualTo("INVALID_DATA_TYPE");
    }

    @Test
    void delete_ofWhatIsNotThere_isDoneToo() {
        put("1");

        assertThat(delete().status()).isEqualTo(204);
        assertThat(delete().status()).isEqualTo(204);
        assertThat(get().code()).isEqualTo("KEY_NOT_FOUND");
    }
}
