package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.notes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.userdata.store.StoreFixture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PatchHandlersTest {
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
    void patch_ofMembers_overwritesThemAndKeepsNull() {
        assertThat(patch("a", "application/json", "{\"a\":{\"y\":2},\"b\":1}").status())
                .isEqualTo(201);
        GatewayResponse answer = patch("a", "application/json; charset=utf-8", "{\"a\":{\"x\":1},\"c\":null}");

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

        GatewayResponse answer = patch("a", "application/json", "{\"x\":1}");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("INVALID_DATA_TYPE");
        assertThat(patch("a", "application/json", "[2]").code()).isEqualTo("INVALID_JSON");
        assertThat(patch("a", "application/merge-patch+json", "{\"x\":1}").status())
                .isEqualTo(200);
        assertThat(api.get("a").body()).isEqualTo("{\"x\":1}");
    }

    @Test
    void patch_ofAnotherType_isNotSupported() {
        GatewayResponse answer = patch("a", "application/json-patch+json", "[]");

        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.header("accept-patch")).contains("application/json, application/merge-patch+json");
    }
}
