package dev.backplane.local.apigateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.http.LocalResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FunctionResponseTest {

    @Test
    void read_whenStatusCodeIsThere_takesTheFullForm() {
        LocalResponse answer = read("""
                {"statusCode": 201,
                 "headers": {"Content-Type": "application/json", "Location": "/a/1", "X-Number": 7},
                 "cookies": ["a=1; Secure", "b=2"],
                 "body": "{\\"id\\":1}"}""").orElseThrow();
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.body().text()).isEqualTo("{\"id\":1}");
        assertThat(answer.headers())
                .isEqualTo(Map.of(
                        "content-type", List.of("application/json"),
                        "location", List.of("/a/1"),
                        "x-number", List.of("7"),
                        "set-cookie", List.of("a=1; Secure", "b=2")));
    }

    @Test
    void read_whenBodyIsBase64_decodesIt() {
        LocalResponse answer = read("{\"statusCode\":200,\"body\":\"AAH/\",\"isBase64Encoded\":true}")
                .orElseThrow();
        assertThat(answer.body().bytes()).containsExactly(0, 1, 255);
    }

    @Test
    void read_whenTypeIsNotGiven_isPlainText() {
        assertThat(read("{\"statusCode\":200,\"body\":\"x\"}").orElseThrow().headers())
                .isEqualTo(Map.of("content-type", List.of("text/plain;charset=UTF-8")));
    }

    @Test
    void read_whenBodyIsAbsentOrNull_isEmpty() {
        assertThat(read("{\"statusCode\":204}").orElseThrow().body().size()).isZero();
        assertThat(read("{\"statusCode\":204,\"body\":null,\"headers\":null,\"cookies\":null}")
                        .orElseThrow()
                        .headers())
                .isEmpty();
    }

    @Test
    void read_whenHeadersAreTheServersOwn_leavesThemOut() {
        assertThat(read("""
                {"statusCode": 204, "headers": {"Content-Length": "99", "transfer-encoding": "chunked",
                 "Connection": "close"}}""").orElseThrow().headers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"a":1}      | {"a":1}
            "some text"  | some text
            [1,2]        | [1,2]
            17           | 17
            null         | null
            {"body":"x"} | {"body":"x"}
            """)
    void read_whenStatusCodeIsMissing_infersTheShortForm(String payload, String body) {
        LocalResponse answer = read(payload).orElseThrow();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).isEqualTo(Map.of("content-type", List.of("application/json")));
        assertThat(answer.body().text()).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "{\"a\":1} trailing",
                "{\"statusCode\":\"many\"}",
                "{\"statusCode\":null}",
                "{\"statusCode\":99}",
                "{\"statusCode\":600}",
                "{\"statusCode\":100}",
                "{\"statusCode\":200.5}",
                "{\"statusCode\":200,\"body\":{\"a\":1}}",
                "{\"statusCode\":200,\"body\":\"***\",\"isBase64Encoded\":true}",
                "{\"statusCode\":200,\"headers\":{\"a b\":\"x\"}}",
                "{\"statusCode\":200,\"headers\":{\"a\":\"x\\r\\nSet-Cookie: y\"}}",
                "{\"statusCode\":200,\"headers\":{\"a\":[\"x\"]}}"
            })
    void read_whenMalformed_isEmpty(String payload) {
        assertThat(read(payload)).isEmpty();
    }

    private static Optional<LocalResponse> read(String payload) {
        return FunctionResponse.read(payload.getBytes(StandardCharsets.UTF_8));
    }
}
