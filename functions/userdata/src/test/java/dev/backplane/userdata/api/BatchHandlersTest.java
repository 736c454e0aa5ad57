package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.notes;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.userdata.store.StoreFixture;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        api.send(
                CreateAppHandler.OPERATION,
                ApiFixture.call(CreateAppHandler.OPERATION).body("{\"name\":\"notes\",\"quotaBytes\":1000000}"));
    }

    private GatewayResponse write(String body) {
        return api.send(BatchWriteHandler.OPERATION, writeCall(body).header("Idempotency-Key", "k"));
    }

    private static HttpCall writeCall(String body) {
        return notes(BatchWriteHandler.OPERATION, "ann").body(body);
    }

    private GatewayResponse get(String body) {
        return api.send(
                BatchGetHandler.OPERATION,
                notes(BatchGetHandler.OPERATION, "ann").body(body));
    }

    private static String decoded(GatewayResponse response) {
        assertThat(response.base64()).isTrue();
        return new String(Base64.getDecoder().decode(response.body()), StandardCharsets.UTF_8);
    }

    private GatewayResponse putBlob(String key, String text) {
        return api.send(
                PutBlobHandler.OPERATION,
                notes(PutBlobHandler.OPERATION, "ann")
                        .path("key", key)
                        .header("Content-Type", "text/plain")
                        .body(text));
    }

    @Test
    void write_answersWithEachEntry() {
        GatewayResponse response = write("{\"puts\":[{\"key\":\"a\",\"value\":{\"n\":1.50}},"
                + "{\"key\":\"b\",\"value\":null}],\"deletes\":[{\"key\":\"c\"}]}");

        assertThat(response.status()).isEqualTo(200);
        assertThatJson(response.body()).inPath("$.puts[*].key").isArray().containsExactly("a", "b");
        assertThatJson(response.body()).node("puts[0].size").isEqualTo(11);
        assertThatJson(response.body()).node("deletes").isEqualTo("[{\"key\":\"c\",\"existed\":false}]");
        assertThatJson(decoded(get("{\"json\":[\"a\",\"b\",\"c\"]}")))
                .inPath("$.json[*].value")
                .isEqualTo("[{\"n\":1.5},null]");
    }

    @Test
    void get_answersValuesAndWhatIsMissing() {
        write("{\"puts\":[{\"key\":\"a\",\"value\":\"\\\"é\"}]}");
        putBlob("a", "text");

        GatewayResponse response = get("{\"json\":[\"a\",\"b\"],\"blob\":[\"a\",\"c\"]}");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("content-type")).contains("application/json");
        assertThatJson(decoded(response)).node("json[0].value").isString().isEqualTo("\"é");
        assertThatJson(decoded(response)).node("blob[0].base64").isEqualTo("dGV4dA==");
        assertThatJson(decoded(response)).node("blob[0].contentType").isEqualTo("text/plain");
        assertThatJson(decoded(response)).node("missing").isEqualTo("{\"json\":[\"b\"],\"blob\":[\"c\"]}");
        assertThatJson(decoded(response)).node("unprocessed").isEqualTo("{\"json\":[],\"blob\":[]}");
    }

    @Test
    void write_withAFailedPrecondition_namesTheEntries() {
        write("{\"puts\":[{\"key\":\"a\",\"value\":1},{\"key\":\"b\",\"value\":1}]}");
        String tag = api.send(
                        GetJsonHandler.OPERATION,
                        notes(GetJsonHandler.OPERATION, "ann").path("key", "a"))
                .header("etag")
                .orElseThrow()
                .replace("\"", "");
        String wrong = "0".repeat(40) + "-2";

        GatewayResponse refused = api.send(
                BatchWriteHandler.OPERATION,
                writeCall("{\"puts\":[{\"key\":\"a\",\"value\":2,\"ifMatch\":\"" + tag + "\"},"
                                + "{\"key\":\"c\",\"value\":2,\"ifMatch\":\"*\"}],"
                                + "\"deletes\":[{\"key\":\"b\",\"ifMatch\":\"\\\"" + wrong + "\\\"\"}]}")
                        .header("Idempotency-Key", "other"));

        assertThat(refused.status()).isEqualTo(412);
        assertThat(refused.code()).isEqualTo("PRECONDITION_FAILED");
        assertThatJson(refused.body()).inPath("$.entries[*].field").isArray().containsExactly("puts[1]", "deletes[0]");
        assertThatJson(refused.body()).node("entries[0].etag").isNull();
        assertThatJson(refused.body()).node("entries[1].key").isEqualTo("b");
    }

    @Test
    void write_withTheKeyOfAnother_isAMismatch() {
        write("{\"puts\":[{\"key\":\"a\",\"value\":1}]}");

        GatewayResponse response = write("{\"puts\":[{\"key\":\"a\",\"value\":2}]}");

        assertThat(response.status()).isEqualTo(409);
        assertThat(response.code()).isEqualTo("IDEMPOTENCY_MISMATCH");
    }

    @Test
    void write_overTheQuota_tellsTheTotal() {
        String half = "\"" + "x".repeat(249_998) + '"';
        GatewayResponse response = write(IntStream.range(0, 4)
                .mapToObj(i -> "{\"key\":\"k" + i + "\",\"value\":" + half + "}")
                .collect(Collectors.joining(",", "{\"puts\":[", "]}")));

        assertThat(response.status()).isEqualTo(409);
        assertThat(response.code()).isEqualTo("QUOTA_EXCEEDED");
        assertThatJson(response.body()).node("neededBytes").isEqualTo(1_000_008);
    }

    @Test
    void write_ofAValueThatIsTooLarge_namesItsKey() {
        GatewayResponse response = write("{\"puts\":[{\"key\":\"a\",\"value\":\"" + "x".repeat(262_144) + "\"}]}");

        assertThat(response.status()).isEqualTo(413);
        assertThat(response.code()).isEqualTo("VALUE_TOO_LARGE");
        assertThat(response.text("key")).isEqualTo("a");
    }

    @Test
    void write_thatDeletesMoreThanATransactionTakes_isRefused() {
        api.stores.apps.setQuota(StoreFixture.NOTES, Optional.empty());
        String value = '"' + "x".repeat(262_142) + '"';
        IntStream.range(0, 16)
                .forEach(i -> api.send(
                        PutJsonHandler.OPERATION,
                        notes(PutJsonHandler.OPERATION, "ann")
                                .path("key", "k" + i)
                                .body(value)));

        GatewayResponse response = write(IntStream.range(0, 16)
                .mapToObj(i -> "{\"key\":\"k" + i + "\"}")
                .collect(Collectors.joining(",", "{\"deletes\":[", "]}")));

        assertThat(response.status()).isEqualTo(413);
        assertThat(response.code()).isEqualTo("BATCH_TOO_LARGE");
        assertThatJson(response.body()).node("limitBytes").isEqualTo(4_000_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"puts\":[]}",
                "{\"puts\":[{\"key\":\"a\"}]}",
                "{\"puts\":[{\"value\":1}]}",
                "{\"puts\":[{\"key\":\"-\",\"value\":1}]}",
                "{\"puts\":[{\"key\":\"a\",\"value\":1,\"other\":1}]}",
                "{\"puts\":[{\"key\":\"a\",\"value\":1,\"ifMatch\":\"x\"}]}",
                "{\"puts\":[{\"key\":\"a\",\"value\":1}],\"deletes\":[{\"key\":\"a\"}]}",
                "{\"deletes\":[{\"key\":\"a\",\"value\":1}]}",
                "{\"deletes\":[\"a\"]}"
            })
    void write_ofWhatIsNotABatch_isRefused(String body) {
        assertThat(write(body).code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void write_ofMoreThanTwentyEntriesOrWithoutAKey_isRefused() {
        String entries = IntStream.range(0, 11)
                .mapToObj(i -> "{\"key\":\"k" + i + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        String puts = entries.replace("k", "p").replace("pey", "key").replace("}", ",\"value\":1}");

        assertThat(write("{\"puts\":" + puts + ",\"deletes\":" + entries + "}").code())
                .isEqualTo("INVALID_REQUEST");
        GatewayResponse keyless = api.send(BatchWriteHandler.OPERATION, writeCall("{\"deletes\":[{\"key\":\"a\"}]}"));
        assertThat(keyless.code()).isEqualTo("INVALID_REQUEST");
        assertThatJson(keyless.body()).node("errors[0].field").isEqualTo("Idempotency-Key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"json\":[]}",
                "{\"json\":[\"a\",\"a\"]}",
                "{\"json\":[\"-\"]}",
                "{\"json\":\"a\"}",
                "{\"keys\":[\"a\"]}"
            })
    void get_ofWhatAreNotKeys_isRefused(String body) {
        assertThat(get(body).code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void get_ofMoreThanAHundredKeys_isRefused() {
        String keys = IntStream.range(0, 51).mapToObj(i -> "\"k" + i + '"').collect(Collectors.joining(",", "[", "]"));

        assertThat(get("{\"json\":" + keys + ",\"blob\":" + keys + "}").code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void batches_inNoApp_areRefused() {
        api.send(
                DeleteAppHandler.OPERATION,
                ApiFixture.call(DeleteAppHandler.OPERATION).path("app", "notes"));

        assertThat(get("{\"json\":[\"a\"]}").code()).isEqualTo("APP_NOT_FOUND");
        assertThat(write("{\"deletes\":[{\"key\":\"a\"}]}").code()).isEqualTo("APP_NOT_FOUND");
    }
}
