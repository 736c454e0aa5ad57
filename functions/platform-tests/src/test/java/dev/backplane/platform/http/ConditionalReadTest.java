package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionalReadTest {

    private static HttpCall call() {
        return HttpCall.of(Handlers.OPERATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"7\"", "W/\"7\"", "\"1\", \"7\"", "*"})
    void success_whenTheCallerHasItAlready_is304WithoutBody(String ifNoneMatch) {
        GatewayResponse answer = call().header("If-None-Match", ifNoneMatch)
                .send(Handlers.answering(_ -> Handlers.json("{}").withETag("7").withMaxAge(Duration.ofSeconds(5))));

        assertThat(answer)
                .isEqualTo(new GatewayResponse(
                        304,
                        Map.of(
                                "etag",
                                "\"7\"",
                                "cache-control",
                                "private, max-age=5",
                                "x-content-type-options",
                                "nosniff"),
                        ""));
    }

    @Test
    void success_whenTheCallerHasAnotherVersion_isAnsweredWhole() {
        GatewayResponse answer = call().header("If-None-Match", "\"6\"")
                .send(Handlers.answering(_ -> Handlers.json("{}").withETag("7")));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{}");
        assertThat(answer.header("etag")).contains("\"7\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"\"7\"|200", "*|200", "\"6\", ,\"7\"|200", "\"6\"|412", "W/\"7\"|412", "7|412"})
    void success_isAnsweredOnlyIfTheCallerMeansThisVersion(String ifMatch, int status) {
        for (String method : List.of("GET", "HEAD")) {
            GatewayResponse answer = call().method(method)
                    .header("If-Match", ifMatch)
                    .send(Handlers.answering(_ -> Handlers.json("{}").withETag("7")));

            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.header("etag")).contains("\"7\"");
            if (status == 412) {
                assertThat(answer.code()).isEqualTo("PRECONDITION_FAILED");
                assertThat(answer.text("etag")).isEqualTo("\"7\"");
            }
        }
    }

    @Test
    void success_whenBothPreconditionsAreGiven_isHeldAgainstIfMatchFirst() {
        HttpCall call = call().header("If-None-Match", "\"7\"");
        HttpHandler handler = Handlers.answering(_ -> Handlers.json("{}").withETag("7"));

        assertThat(call.header("If-Match", "\"6\"").send(handler).status()).isEqualTo(412);
        assertThat(call.header("If-Match", "\"7\"").send(handler).status()).isEqualTo(304);
    }

    @Test
    void refusal_staysWhatItIs() {
        assertThat(call().header("If-Match", "\"6\"")
                        .send(Handlers.answering(_ -> HttpResponse.problem(404, "NOT_FOUND", "There is none.")))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void success_whenItIsNotAReadOrHasNoTag_isNever304() {
        HttpCall conditional = call().header("if-none-match", "*");

        assertThat(conditional
                        .send(Handlers.answering(_ -> Handlers.json("{}")))
                        .status())
                .isEqualTo(200);
        assertThat(conditional
                        .method("PUT")
                        .send(Handlers.answering(_ -> Handlers.json("{}").withETag("7")))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"no-cache, true", "'max-age=0, No-Cache', true", "max-age=5, false", "'', false"})
    void bypassesCache_whenTheCallerSaysNoCache_isTrue(String cacheControl, boolean bypasses) {
        HttpHandler handler = Handlers.answering(request -> Handlers.json(Boolean.toString(request.bypassesCache())));

        assertThat(call().header("Cache-Control", cacheControl).send(handler).body())
                .isEqualTo(Boolean.toString(bypasses));
    }
}
