package dev.backplane.platform.http;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyTest {

    /** Returns the length of the required member "a". */
    private static final HttpHandler LENGTH = Handlers.answering(request -> {
        Input input = request.input();
        var a = input.body("a", InputType.text(Function.identity()));
        input.verify();
        return Handlers.json(Integer.toString(a.get().length()));
    });

    private static GatewayResponse send(String body) {
        return HttpCall.of(Handlers.OPERATION).body(body).send(LENGTH);
    }

    private static GatewayResponse sendBase64(byte[] body) {
        return HttpCall.of(Handlers.OPERATION)
                .base64Body(Base64.getEncoder().encodeToString(body))
                .send(LENGTH);
    }

    static Stream<Arguments> notObjects() {
        return Stream.of(
                Arguments.of("{", "unexpected end, expected a member name in double quotes at character 2"),
                Arguments.of("{\"a\":\"b\"} x", "text after the end of the value at character 11"),
                Arguments.of("{\"a\":\"b\",\"a\":\"c\"}", "member name used twice in one object at character 10"),
                Arguments.of("a=b", "expected a value at character 1"),
                Arguments.of("<a>b</a>", "expected a value at character 1"),
                Arguments.of("\uFEFF{}", "expected a value at character 1"),
                Arguments.of("null", "the body must be an object, but is null"),
                Arguments.of("[]", "the body must be an object, but is an array"),
                Arguments.of("\"a\"", "the body must be an object, but is a string"),
                Arguments.of("1", "the body must be an object, but is a number"),
                Arguments.of("true", "the body must be an object, but is a boolean"));
    }

    @ParameterizedTest
    @MethodSource("notObjects")
    void body_whenItIsNotAJsonObject_isRefusedWithTheReason(String body, String reason) {
        GatewayResponse answer = send(body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_JSON");
        assertThat(answer.text("detail")).isEqualTo("The body is not a JSON object: " + reason + ".");
    }

    @Test
    void body_whenItIsADepthBomb_isRefused() {
        assertThat(send("{\"a\":".repeat(100_000)).code()).isEqualTo("INVALID_JSON");
        assertThat(send("[".repeat(1_000_000)).code()).isEqualTo("INVALID_JSON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\r\n"})
    void body_whenItIsEmpty_lacksItsRequiredMembers(String body) {
        assertThatJson(send(body).body())
                .node("errors")
                .isEqualTo("[{\"field\": \"a\", \"message\": \"is required\"}]");
    }

    @Test
    void body_whenThereIsNone_lacksItsRequiredMembers() {
        assertThat(HttpCall.of(Handlers.OPERATION).send(LENGTH).code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void body_whenTheGatewayTookItForBinary_isDecoded() {
        GatewayResponse answer = sendBase64("{\"a\":\"é😀\"}".getBytes(StandardCharsets.UTF_8));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff", "c080", "eda080", "f8888080", "7b2261223a22c3227d", "7b7de2"})
    void body_whenTheBytesAreNotUtf8_isRefused(String hex) {
        GatewayResponse answer = sendBase64(HexFormat.of().parseHex(hex));

        assertThat(answer.code()).isEqualTo("INVALID_JSON");
        assertThat(answer.text("detail")).contains("not UTF-8");
    }

    /** API Gateway passes JSON as text, with a replacement character for bytes that are not UTF-8. */
    @Test
    void body_whenTheGatewayMayHaveReplacedBytes_isRefused() {
        GatewayResponse answer = send("{\"a\":\"\uFFFD\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_JSON");
        assertThat(answer.text("detail")).contains("not UTF-8", "\\ufffd");
    }

    @Test
    void body_whenAReplacementCharacterIsCertainlyTheCallers_isRead() {
        assertThat(send("{\"a\":\"\\ufffd\"}").body()).isEqualTo("1");
        assertThat(sendBase64("{\"a\":\"\uFFFD\"}".getBytes(StandardCharsets.UTF_8))
                        .body())
                .isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "e30=e30=", "e3-_", "e"})
    void body_whenMarkedAsBase64AndIsNot_isRefused(String body) {
        GatewayResponse answer =
                HttpCall.of(Handlers.OPERATION).base64Body(body).send(LENGTH);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_JSON");
    }

    @Test
    void body_whenAsLargeAsAllowed_isRead() {
        int length = HttpRequest.MAX_BODY_BYTES - "{\"a\":\"\"}".length();
        String body = "{\"a\":\"" + "x".repeat(length) + "\"}";

        assertThat(send(body).body()).isEqualTo(Integer.toString(length));
        assertThat(sendBase64(body.getBytes(StandardCharsets.UTF_8)).status()).isEqualTo(200);
    }

    static Stream<HttpCall> tooLarge() {
        HttpCall[] calls = {
            HttpCall.of(Handlers.OPERATION).body(" ".repeat(HttpRequest.MAX_BODY_BYTES + 1)),
            HttpCall.of(Handlers.OPERATION).body("é".repeat(HttpRequest.MAX_BODY_BYTES / 2 + 1)),
            HttpCall.of(Handlers.OPERATION).body("x".repeat(6 * HttpRequest.MAX_BODY_BYTES)),
            HttpCall.of(Handlers.OPERATION)
                    .base64Body(Base64.getEncoder().encodeToString(new byte[HttpRequest.MAX_BODY_BYTES + 1])),
            HttpCall.of(Handlers.OPERATION)
                    .base64Body(Base64.getEncoder().encodeToString(new byte[4 * HttpRequest.MAX_BODY_BYTES])),
        };
        return Stream.of(calls);
    }

    @ParameterizedTest
    @MethodSource("tooLarge")
    void body_whenLargerThanAllowed_isRefusedWithTheLimit(HttpCall call) {
        GatewayResponse answer = call.send(LENGTH);

        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.code()).isEqualTo("BODY_TOO_LARGE");
        assertThatJson(answer.body()).node("limitBytes").isEqualTo(1_048_576);
    }
}
