package dev.backplane.platform.http;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.http.HttpResponse.Success;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {

    private static final HttpHandler ECHO =
            Handlers.answering(request -> HttpResponse.bytes("image/png", request.bytes()));
    private static final HttpHandler JSON =
            Handlers.answering(request -> HttpResponse.json(200, request.json().compact()));

    private static HttpCall call() {
        return HttpCall.of(Handlers.OPERATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "ff00fe", "c3a9"})
    void bytes_thatTheGatewayTookForBinary_comeBackAsTheyAre(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);

        GatewayResponse answer =
                call().base64Body(Base64.getEncoder().encodeToString(bytes)).send(ECHO);

        assertThat(answer.base64()).isTrue();
        assertThat(Base64.getDecoder().decode(answer.body())).isEqualTo(bytes);
        assertThat(answer.header("content-type")).contains("image/png");
    }

    @Test
    void bytes_ofText_areItsUtf8() {
        assertThat(call().body("é😀").send(ECHO).body())
                .isEqualTo(Base64.getEncoder().encodeToString(HexFormat.of().parseHex("c3a9f09f9880")));
        assertThat(call().send(ECHO).body()).isEmpty();
    }

    @Test
    void bytes_thatTheGatewayMayHaveReplaced_areRefused() {
        GatewayResponse answer = call().body("a\uFFFD").send(ECHO);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("BODY_NOT_PRESERVED");
        assertThat(call().base64Body("77+9").send(ECHO).status()).isEqualTo(200);
    }

    @Test
    void bytes_aboveTheLimit_areRefused() {
        assertThat(call().body("x".repeat(HttpRequest.MAX_BODY_BYTES + 1))
                        .send(ECHO)
                        .code())
                .isEqualTo("BODY_TOO_LARGE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "null", "\"\"", "[]", "{\"a\":1.50}"})
    void json_ofAnyKind_isTheWholeBody(String json) {
        assertThat(call().body(" " + json + "\n").send(JSON).body()).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'unexpected end, expected a value at character 1'",
        "'{}}', 'text after the end of the value at character 3'"
    })
    void json_thatIsNone_isRefusedWithTheReason(String body, String reason) {
        GatewayResponse answer = call().body(body).send(JSON);

        assertThat(answer.code()).isEqualTo("INVALID_JSON");
        assertThat(answer.text("detail")).isEqualTo("The body is not JSON: " + reason + ".");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\\ud800\"", "[{\"a\":[\"\\udc00\\ud800\"]}]", "{\"\\udbff\":1}"})
    void json_withAnUnpairedSurrogate_isRefused(String json) {
        GatewayResponse answer = call().body(json).send(JSON);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThatJson(answer.body())
                .node("errors")
                .isEqualTo("[{\"field\": \"body\", \"message\": \"must not hold an unpaired surrogate\"}]");
    }

    @Test
    void path_isReadAsItStands() {
        HttpHandler handler = Handlers.answering(
                request -> Handlers.json('"' + request.path("id").orElse("none") + '"'));

        assertThat(call().path("id", "a b").send(handler).body()).isEqualTo("\"a b\"");
        assertThat(call().send(handler).body()).isEqualTo("\"none\"");
    }

    @Test
    void bytes_keepTheirHeadersAndAre304LikeEverythingElse() {
        Success success = HttpResponse.bytes("a/b", new byte[] {1}).withETag("7");

        assertThat(success.isBase64()).isTrue();
        GatewayResponse answer =
                call().method("HEAD").header("if-none-match", "\"7\"").send(Handlers.answering(_ -> success));
        assertThat(answer.status()).isEqualTo(304);
        assertThat(answer.base64()).isFalse();
    }
}
