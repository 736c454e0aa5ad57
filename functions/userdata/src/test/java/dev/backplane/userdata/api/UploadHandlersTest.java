package dev.backplane.userdata.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.http.Operation;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.store.StoreFixture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UploadHandlersTest {

    private static final int BYTES = 300_000;
    private static final String SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    private static final String BODY = body(BYTES, "image/png");
    private static final Pattern ID = Pattern.compile("\"uploadId\":\"([0-9a-f]{32})\"");

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        api.createApp("{\"name\":\"notes\",\"quotaBytes\":1000000}");
    }

    private static String body(int size, String type) {
        return "{\"size\":" + size + ",\"contentType\":\"" + type + "\",\"sha256\":\"" + SHA256 + "\"}";
    }

    private GatewayResponse create(String body) {
        return api.send(
                CreateUploadHandler.OPERATION,
                ann(CreateUploadHandler.OPERATION).body(body));
    }

    private static HttpCall ann(Operation operation) {
        return ApiFixture.notes(operation, "ann").path("key", "a");
    }

    private UploadId created() {
        GatewayResponse response = create(BODY);
        assertThat(response.status()).as(response.body()).isEqualTo(201);
        Matcher id = ID.matcher(response.body());
        assertThat(id.find()).isTrue();
        return new UploadId(id.group(1));
    }

    private UploadId sent() {
        UploadId id = created();
        api.stores.objects.send(id, BYTES, SHA256);
        return id;
    }

    private GatewayResponse complete(String user, UploadId id) {
        Operation operation = CompleteUploadHandler.OPERATION;
        return api.send(
                operation, ApiFixture.notes(operation, user).path("key", "a").path("uploadId", id.value()));
    }

    private GatewayResponse delete(UploadId id) {
        Operation operation = DeleteUploadHandler.OPERATION;
        return api.send(operation, ann(operation).path("uploadId", id.value()));
    }

    private HttpCall reading() {
        return ann(GetBlobHandler.OPERATION);
    }

    private GatewayResponse get(HttpCall call) {
        return api.send(GetBlobHandler.OPERATION, call);
    }

    private GatewayResponse quota() {
        return api.send(GetQuotaHandler.OPERATION, ApiFixture.notes(GetQuotaHandler.OPERATION, "ann"));
    }

    @Test
    void create_returnsWhereToSendTheBlob_andShowsWhatIsReserved() {
        GatewayResponse response = create(BODY);

        assertThat(response.status()).isEqualTo(201);
        assertThat(response.member("headers").compact())
                .isEqualTo("{\"Content-Type\":\"image/png\",\"If-None-Match\":\"*\","
                        + "\"x-amz-checksum-sha256\":\"n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=\"}");
        assertThat(response.text("url"))
                .contains("X-Amz-SignedHeaders=content-length%3Bcontent-type%3Bhost%3Bif-none-match%3B"
                        + "x-amz-checksum-sha256")
                .contains("X-Amz-Expires=3600");
        assertThat(response.text("expiresAt")).isEqualTo("2026-01-05T01:00:00.000Z");
        assertThat(quota().body()).contains("\"reservedBytes\":300001");
        assertThat(quota().body()).contains("\"usedBytes\":300001");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"size\":262144,\"contentType\":\"image/png\",\"sha256\":\"" + SHA256 + "\"}",
                "{\"size\":-1,\"contentType\":\"image/png\",\"sha256\":\"" + SHA256 + "\"}",
                "{\"size\":300000.5,\"contentType\":\"image/png\",\"sha256\":\"" + SHA256 + "\"}",
                "{\"size\":300000,\"contentType\":\"image\",\"sha256\":\"" + SHA256 + "\"}",
                "{\"size\":300000,\"contentType\":\"image/png\\r\\nx: y\",\"sha256\":\"" + SHA256 + "\"}",
                "{\"size\":300000,\"contentType\":\"image/png\",\"sha256\":\"abc\"}",
                "{\"size\":300000,\"contentType\":\"image/png\",\"sha256\":\"" + SHA256 + "\",\"ttlSeconds\":59}",
                "{\"size\":300000,\"contentType\":\"image/png\",\"sha256\":\"" + SHA256 + "\",\"key\":\"b\"}"
            })
    void create_ofWhatCannotBe_is400_andReservesNothing(String body) {
        assertThat(create(body).status()).isEqualTo(400);
        assertThat(quota().body()).contains("\"usedBytes\":0,");
    }

    @Test
    void create_ofWhatIsTooLarge_is413_andOverTheQuota409() {
        GatewayResponse large = create(body(100 * 1024 * 1024 + 1, "image/png"));
        assertThat(large.status()).isEqualTo(413);
        assertThat(large.body()).contains("VALUE_TOO_LARGE", "\"limitBytes\":104857600");

        GatewayResponse exceeded = create(body(1_000_000, "image/png"));
        assertThat(exceeded.status()).isEqualTo(409);
        assertThat(exceeded.body()).contains("QUOTA_EXCEEDED", "\"neededBytes\":1000001", "\"usedBytes\":0");
    }

    @Test
    void create_inAnAppThatDoesNotExist_is404() {
        HttpCall call = ann(CreateUploadHandler.OPERATION).path("app", "other").body(BODY);

        assertThat(api.send(CreateUploadHandler.OPERATION, call).body()).contains("APP_NOT_FOUND");
    }

    @Test
    void complete_makesItVisible_andAgainIsTheSame() {
        UploadId id = sent();

        GatewayResponse first = complete("ann", id);

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.body()).contains("\"size\":300001");
        api.stores.clock().advance(Duration.ofHours(2));
        GatewayResponse second = complete("ann", id);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.header("etag")).isEqualTo(first.header("etag"));
        assertThat(quota().body()).contains("\"reservedBytes\":0,");
        assertThat(quota().member("blob").compact()).isEqualTo("{\"bytes\":300001,\"items\":1}");
    }

    @Test
    void complete_ofWhatIsNotThere_isRefused() {
        UploadId id = created();

        assertThat(complete("ann", id).status()).isEqualTo(409);
        assertThat(complete("ann", id).body()).contains("NOT_UPLOADED");
        api.stores.objects.send(id, BYTES - 1, SHA256);
        assertThat(complete("ann", id).body()).contains("UPLOAD_MISMATCH");
        assertThat(complete("bob", id).status()).isEqualTo(404);
        assertThat(complete("bob", id).body()).contains("UPLOAD_NOT_FOUND");
        assertThat(delete(id).status()).isEqualTo(204);
        assertThat(delete(id).body()).contains("UPLOAD_NOT_FOUND");
        assertThat(complete("ann", id).body()).contains("UPLOAD_NOT_FOUND");
        assertThat(quota().body()).contains("\"usedBytes\":0,");
    }

    @Test
    void delete_ofACompletedUpload_is409() {
        UploadId id = sent();
        complete("ann", id);

        assertThat(delete(id).body()).contains("UPLOAD_COMPLETED");
        assertThat(get(reading()).status()).isEqualTo(302);
    }

    @Test
    void get_leadsToALink_andAnswersPreconditionsItself() {
        String tag = complete("ann", sent()).header("etag").orElseThrow();

        GatewayResponse redirect = get(reading());

        assertThat(redirect.status()).isEqualTo(302);
        assertThat(redirect.header("etag")).contains(tag);
        assertThat(redirect.header("cache-control")).contains("no-store");
        assertThat(redirect.header("location").orElseThrow()).contains("X-Amz-Expires=300");
        assertThat(redirect.header("location")).contains(redirect.text("url"));
        GatewayResponse notModified = get(reading().header("if-none-match", tag));
        assertThat(notModified.status()).isEqualTo(304);
        assertThat(notModified.header("location")).isEmpty();
        assertThat(get(reading().header("if-match", "\"other\"")).status()).isEqualTo(412);
    }

    @Test
    void get_withLink_returnsIt_andOfASmallBlobIsRefused() {
        complete("ann", sent());

        GatewayResponse link = get(reading().query("link=true"));

        assertThat(link.status()).isEqualTo(200);
        assertThat(link.text("expiresAt")).isEqualTo("2026-01-05T00:05:00.000Z");
        assertThat(link.text("url")).contains("/objects/");
        api.send(
                PutBlobHandler.OPERATION,
                ann(PutBlobHandler.OPERATION).base64Body("AQID").header("content-type", "image/png"));
        assertThat(get(reading().query("link=true")).body()).contains("NO_LINK");
        assertThat(get(reading()).status()).isEqualTo(200);
    }

    @Test
    void get_ofATypeThatMayRunScripts_isDeliveredAsAnAttachment() {
        Matcher id = ID.matcher(create(body(BYTES, "text/html")).body());
        assertThat(id.find()).isTrue();
        api.stores.objects.send(new UploadId(id.group(1)), BYTES, SHA256);
        complete("ann", new UploadId(id.group(1)));

        assertThat(get(reading()).header("location").orElseThrow()).contains("response-content-disposition=attachment");
    }

    @Test
    void head_answersItself() {
        complete("ann", sent());

        GatewayResponse head = get(reading().method("HEAD"));

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("content-type")).contains("image/png");
        assertThat(head.header("location")).isEmpty();
        assertThat(head.header("etag")).isPresent();
    }

    @Test
    void lists_haveTheMetadataOfLargeBlobs() {
        complete("ann", sent());

        GatewayResponse list =
                api.send(ListBlobsHandler.OPERATION, ApiFixture.notes(ListBlobsHandler.OPERATION, "ann"));
        assertThat(list.body()).contains("\"size\":300001", "\"contentType\":\"image/png\"");
        GatewayResponse batch = api.send(
                BatchGetHandler.OPERATION,
                ApiFixture.notes(BatchGetHandler.OPERATION, "ann").body("{\"blob\":[\"a\"]}"));
        String body = new String(Base64.getDecoder().decode(batch.body()), StandardCharsets.UTF_8);
        assertThat(body)
                .contains("\"contentType\":\"image/png\"", "\"unprocessed\":{\"json\":[],\"blob\":[]}")
                .doesNotContain("base64");
    }

    @Test
    void rpc_returnsTheLink() {
        complete("ann", sent());

        GatewayResponse called = api.send(
                CallMethodHandler.OPERATION,
                ApiFixture.call(CallMethodHandler.OPERATION)
                        .body("{\"method\":\"data.app.blob.get\","
                                + "\"params\":{\"app\":\"notes\",\"user\":\"ann\",\"key\":\"a\"}}"));

        assertThat(called.status()).isEqualTo(200);
        assertThat(called.body()).contains("{\"result\":{\"url\":", "X-Amz-Signature=");
    }
}
