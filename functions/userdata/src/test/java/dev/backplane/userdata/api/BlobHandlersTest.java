package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.notes;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.userdata.store.StoreFixture;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        api.createApp("{\"name\":\"notes\"}");
    }

    private static HttpCall put(String key) {
        return notes(PutBlobHandler.OPERATION, "ann").path("key", key);
    }

    private GatewayResponse send(HttpCall put) {
        return api.send(PutBlobHandler.OPERATION, put);
    }

    private GatewayResponse get(String key) {
        return api.send(
                GetBlobHandler.OPERATION, notes(GetBlobHandler.OPERATION, "ann").path("key", key));
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 900, 1500, 3000, 256 * 1024})
    void blob_comesBackByteForByteWithItsType(int length) {
        byte[] bytes = random(length);
        GatewayResponse put = send(put("a").header("Content-Type", "image/png; q=\"a b\"")
                .base64Body(Base64.getEncoder().encodeToString(bytes)));

        GatewayResponse get = get("a");

        assertThat(put.status()).isEqualTo(201);
        assertThatJson(put.body()).node("size").isEqualTo(length + 1);
        assertThat(get.base64()).isTrue();
        assertThat(Base64.getDecoder().decode(get.body())).isEqualTo(bytes);
        assertThat(get.header("content-type")).contains("image/png; q=\"a b\"");
        assertThat(get.header("etag")).isEqualTo(put.header("etag"));
        assertThat(get.header("x-content-type-options")).contains("nosniff");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "image/png",
                "IMAGE/JPEG",
                "image/gif; a=b",
                "image/webp",
                "image/avif",
                "audio/mpeg",
                "video/mp4 ;codecs=\"avc1\""
            })
    void blob_ofAnInertType_isShownByBrowsers(String type) {
        send(put("a").header("Content-Type", type).body("x"));

        assertThat(get("a").header("content-disposition")).isEmpty();
        assertThat(get("a").header("content-security-policy")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/html",
                "image/svg+xml",
                "application/xml",
                "application/pdf",
                "application/octet-stream",
                "text/plain",
                "video/x+xml",
                "text/html; x=\"image/png\"",
                "image/png2"
            })
    void blob_ofAnyOtherType_isSavedAndSandboxed(String type) {
        send(put("a").header("Content-Type", type).body("x"));

        assertThat(get("a").header("content-disposition")).contains("attachment");
        assertThat(get("a").header("content-security-policy")).contains("sandbox");
    }

    @Test
    void blob_withoutATypeOrBytes_isAllowed() {
        assertThat(send(put("a")).status()).isEqualTo(201);

        assertThat(get("a").body()).isEmpty();
        assertThat(get("a").header("content-type")).contains("application/octet-stream");
    }

    @Test
    void blob_thatTheGatewayPassedAsText_isItsUtf8() {
        send(put("a").header("Content-Type", "text/plain").body("é😀"));

        assertThat(Base64.getDecoder().decode(get("a").body())).asHexString().isEqualTo("C3A9F09F9880");
    }

    @Test
    void blob_whoseBytesTheGatewayReplaced_isRefused() {
        GatewayResponse answer =
                send(put("a").header("Content-Type", "text/plain").body("latin \uFFFD"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("BODY_NOT_PRESERVED");
        assertThat(get("a").code()).isEqualTo("KEY_NOT_FOUND");
    }

    @Test
    void blob_ofOneByteTooMany_is413() {
        GatewayResponse answer = send(put("a").base64Body(Base64.getEncoder().encodeToString(random(256 * 1024 + 1))));

        assertThat(answer.status()).isEqualTo(413);
        assertThatJson(answer.body()).node("sizeBytes").isEqualTo(262_145);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "text/", "text/plain\r\nx: y", "text/ plain", "téxt/plain", "text/plain; charset"})
    void blob_ofATypeThatIsNone_isRefused(String type) {
        GatewayResponse answer = send(put("a").header("Content-Type", type).body("x"));

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo("Content-Type");
    }

    @Test
    void list_tellsTypesAndNeverValues() {
        send(put("a").header("Content-Type", "text/plain").body("x"));
        HttpCall list = notes(ListBlobsHandler.OPERATION, "ann");

        assertThatJson(api.send(ListBlobsHandler.OPERATION, list).body())
                .isEqualTo("{items:[{key:'a',size:2,version:'${json-unit.any-string}',"
                        + "updatedAt:'2026-01-05T00:00:00.000Z',contentType:'text/plain'}],next:null}");
        assertThat(api.send(ListBlobsHandler.OPERATION, list.query("values=true"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void delete_takesItAway() {
        send(put("a").body("x"));
        HttpCall delete = notes(DeleteBlobHandler.OPERATION, "ann").path("key", "a");

        assertThat(api.send(DeleteBlobHandler.OPERATION, delete).status()).isEqualTo(204);
        assertThat(api.send(DeleteBlobHandler.OPERATION, delete).code()).isEqualTo("KEY_NOT_FOUND");
        assertThat(api.send(DeleteBlobHandler.OPERATION, delete.path("app", "other"))
                        .code())
                .isEqualTo("APP_NOT_FOUND");
    }
}
