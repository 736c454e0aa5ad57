package dev.backplane.platform.http;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.testing.HttpAnswer;
import dev.backplane.platform.testing.HttpCall;
import dev.backplane.platform.testing.Invoke;
import dev.backplane.platform.testing.StubContext;
import dev.backplane.platform.testing.TestPlatform;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpHandlerTest {

    private static final String SECRET = "arn:aws:dynamodb:us-east-1:000000000000:table/DeploymentTable";

    private final TestPlatform platform = TestPlatform.withoutAws();

    private static HttpCall call() {
        return HttpCall.of(Handlers.OPERATION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "backplane/things.write",
                "backplane/things.reader",
                "backplane/thing.read",
                "things.read",
                "BACKPLANE/THINGS.READ",
                "backplane/things.read,backplane/things.write"
            })
    void scope_whenTheTokenLacksIt_isRefusedBeforeTheHandlerRuns(String scopes) {
        AtomicInteger runs = new AtomicInteger();

        HttpAnswer answer = call().scopes(scopes).send(Handlers.answering(_ -> {
            runs.incrementAndGet();
            return HttpResponse.noContent();
        }));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("INSUFFICIENT_SCOPE");
        assertThat(runs).hasValue(0);
    }

    @Test
    void scope_whenTheRequestCameWithoutAnyToken_isRefused() {
        HttpHandler handler = Handlers.answering(_ -> HttpResponse.noContent());

        for (String context : List.of("null", "{}", "{\"authorizer\":{}}", "{\"authorizer\":{\"jwt\":{}}}")) {
            String reply = Invoke.with(handler, "{\"requestContext\":" + context + "}");
            assertThatJson(reply).node("statusCode").isEqualTo(403);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "scope, backplane/things.read",
        "scope, backplane/things.write backplane/things.read openid",
        "scope, backplane/things.read backplane/things.read",
        "scp, backplane/things.read",
        "scp, [backplane/things.write backplane/things.read]"
    })
    void scope_whenTheTokenHasIt_letsTheHandlerRun(String claim, String value) {
        HttpAnswer answer = call().withoutClaim("scope")
                .claim(claim, value)
                .send(Handlers.answering(_ -> HttpResponse.noContent()));

        assertThat(answer.status()).isEqualTo(204);
    }

    @Test
    void success_isAnsweredWithItsHeadersAndIsNotCachedByDefault() {
        HttpAnswer answer = call().send(Handlers.answering(
                _ -> new HttpResponse.Success(201, Map.of("location", "/things/1"), Optional.of("{\"id\":\"1\"}"))));

        assertThat(answer)
                .isEqualTo(new HttpAnswer(
                        201, Map.of("location", "/things/1", "cache-control", "no-store"), "{\"id\":\"1\"}"));
    }

    @Test
    void noContent_hasNoBodyAndNoContentType() {
        HttpAnswer answer = call().send(Handlers.answering(_ -> HttpResponse.noContent()));

        assertThat(answer).isEqualTo(new HttpAnswer(204, Map.of("cache-control", "no-store"), ""));
    }

    @Test
    void page_isAnsweredWithItemsAndNext() {
        HttpAnswer answer = call().send(
                        Handlers.answering(_ -> HttpResponse.page(String.class, List.of("a"), Optional.of("cursor"))));

        assertThat(answer.header("content-type")).contains("application/json");
        assertThat(answer.body()).isEqualTo("{\"items\":[\"a\"],\"next\":\"cursor\"}");
    }

    @Test
    void success_whenItMayBeCached_saysHowLong() {
        HttpAnswer answer =
                call().send(Handlers.answering(_ -> Handlers.json("{}").withMaxAge(Duration.ofSeconds(5))));

        assertThat(answer.header("cache-control")).contains("private, max-age=5");
    }

    @Test
    void success_whenTheBodyIsLarge_isAnsweredWhole() {
        String body = "\"" + "é\\n".repeat(300_000) + "\"";

        assertThat(call().send(Handlers.answering(_ -> Handlers.json(body))).body())
                .isEqualTo(body);
    }

    @Test
    void problem_hasTheMembersOfRfc9457AndTheSuites() {
        HttpAnswer answer = call().requestId("r-1")
                .send(Handlers.answering(_ -> HttpResponse.problem(Problem.of(409, "INVALID_TRANSITION", "It cannot.")
                        .with("from", "A")
                        .with("allowed", List.of("B", "C")))));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.headers())
                .isEqualTo(Map.of("content-type", "application/problem+json", "cache-control", "no-store"));
        assertThatJson(answer.body()).isEqualTo("""
                        {"type": "urn:backplane:problem:invalid-transition", "title": "Invalid transition",
                         "status": 409, "detail": "It cannot.", "code": "INVALID_TRANSITION", "requestId": "r-1",
                         "from": "A", "allowed": ["B", "C"]}""");
    }

    @Test
    void problem_whenThrown_isAnsweredAsWhenReturned() {
        HttpAnswer answer = call().send(Handlers.answering(_ -> {
            throw Problem.of(400, "INVALID_ALIAS", "No.").asException();
        }));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_ALIAS");
    }

    @Test
    void fault_isAnsweredWithoutAWordOfWhatHappened() {
        HttpAnswer answer = call().send(Handlers.answering(platform, _ -> {
            throw new IllegalStateException("cannot read " + SECRET, new RuntimeException("because of " + SECRET));
        }));

        assertThatJson(answer.body()).isEqualTo("""
                        {"type": "urn:backplane:problem:internal", "title": "Internal", "status": 500,
                         "detail": "Something went wrong on our side; the request id names it.",
                         "code": "INTERNAL", "requestId": "gateway-request-1"}""");
        assertThat(answer.headers().toString()).doesNotContain("arn:", "Table");
    }

    @Test
    void fault_isLoggedOnceUnderTheRequestIdOfTheAnswer() {
        HttpAnswer answer = call().requestId("r-7").send(Handlers.answering(platform, _ -> {
            throw new IllegalStateException("cannot read " + SECRET);
        }));

        assertThat(answer.text("requestId")).isEqualTo("r-7");
        assertThat(platform.lines()).singleElement().satisfies(line -> {
            assertThatJson(line).node("requestId").isEqualTo("r-7");
            assertThatJson(line).node("outcome").isEqualTo("FAULT");
            assertThatJson(line).node("status").isEqualTo(500);
            assertThat(line).contains("cannot read " + SECRET, "HttpHandlerTest");
        });
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "999, 1", "1000, 1", "1001, 2", "30000, 30"})
    void unavailable_saysInWholeSecondsWhenToComeBack(long millis, String seconds) {
        HttpAnswer answer = call().send(Handlers.answering(_ -> {
            throw new Unavailable("CONTENDED", "Try later.", Duration.ofMillis(millis));
        }));

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("CONTENDED");
        assertThat(answer.text("detail")).isEqualTo("Try later.");
        assertThat(answer.header("retry-after")).contains(seconds);
    }

    @Test
    void unavailable_doesNotShowItsCause() {
        HttpAnswer answer = call().send(Handlers.answering(platform, _ -> {
            throw new Unavailable("THROTTLED", "Too busy.", Duration.ofSeconds(1), new RuntimeException(SECRET));
        }));

        assertThat(answer.body()).doesNotContain("arn:");
        assertThat(platform.lines()).singleElement().asString().contains(SECRET);
    }

    @Test
    void problem_whenItIsA503OfTheHandlersOwn_hasRetryAfterToo() {
        HttpAnswer answer =
                call().send(Handlers.answering(_ -> HttpResponse.problem(503, "DEPLOYMENT_NOT_READY", "Not yet.")));

        assertThat(answer.header("retry-after")).contains("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"7\"", "W/\"7\"", "\"1\", \"7\"", "*"})
    void success_whenTheCallerHasItAlready_is304WithoutBody(String ifNoneMatch) {
        HttpAnswer answer = call().header("If-None-Match", ifNoneMatch)
                .send(Handlers.answering(_ -> Handlers.json("{}").withETag("7").withMaxAge(Duration.ofSeconds(5))));

        assertThat(answer)
                .isEqualTo(new HttpAnswer(304, Map.of("etag", "\"7\"", "cache-control", "private, max-age=5"), ""));
    }

    @Test
    void success_whenTheCallerHasAnotherVersion_isAnsweredWhole() {
        HttpAnswer answer = call().header("If-None-Match", "\"6\"")
                .send(Handlers.answering(_ -> Handlers.json("{}").withETag("7")));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{}");
        assertThat(answer.header("etag")).contains("\"7\"");
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

    @Test
    void requestId_whenTheGatewayGaveNone_isLambdas() {
        String reply = Invoke.with(Handlers.answering(platform, _ -> HttpResponse.noContent()), "{}");

        assertThat(reply).contains(StubContext.REQUEST_ID);
        assertThatJson(platform.lines().getFirst()).node("requestId").isEqualTo(StubContext.REQUEST_ID);
    }

    @Test
    void request_knowsWhoItsTokenIsFor() {
        HttpHandler handler =
                Handlers.answering(request -> Handlers.json(request.subject().orElse("nobody")));

        assertThat(call().sub("user-1").send(handler).body()).isEqualTo("user-1");
        assertThat(call().send(handler).body()).isEqualTo("nobody");
    }

    @ParameterizedTest
    @CsvSource({"no-cache, true", "'max-age=0, No-Cache', true", "max-age=5, false", "'', false"})
    void bypassesCache_whenTheCallerSaysNoCache_isTrue(String cacheControl, boolean bypasses) {
        HttpHandler handler = Handlers.answering(request -> Handlers.json(Boolean.toString(request.bypassesCache())));

        assertThat(call().header("Cache-Control", cacheControl).send(handler).body())
                .isEqualTo(Boolean.toString(bypasses));
    }

    @Test
    void logLine_neverHoldsTokensBodiesOrValues() {
        HttpHandler handler = Handlers.answering(platform, request -> {
            Input input = request.input();
            input.optionalBody("name", InputType.bool());
            input.verify();
            return HttpResponse.noContent();
        });
        call().header("authorization", "Bearer s3cret-token")
                .header("x-custom", "s3cret-header")
                .query("q=s3cret-query")
                .path("id", "s3cret-path")
                .sub("s3cret-subject")
                .body("{\"name\":\"s3cret-body\",\"s3cret-member\":1}")
                .send(handler);

        assertThat(platform.lines()).singleElement().satisfies(line -> {
            assertThat(line).doesNotContain("s3cret");
            assertThatJson(line).node("outcome").isEqualTo("REFUSED");
            assertThatJson(line).node("code").isEqualTo("INVALID_REQUEST");
        });
    }

    @Test
    void logLine_isWrittenOnceForEachRequestWithItsOutcome() {
        HttpHandler handler = Handlers.answering(platform, _ -> HttpResponse.noContent());
        call().requestId("a").send(handler);
        call().requestId("b").scopes().send(handler);

        assertThat(platform.lines()).hasSize(2);
        assertThatJson(platform.lines().get(0))
                .isObject()
                .containsEntry("service", "things")
                .containsEntry("operation", "GetThing")
                .containsEntry("requestId", "a")
                .containsEntry("outcome", "SUCCESS");
        assertThatJson(platform.lines().get(1))
                .isObject()
                .containsEntry("requestId", "b")
                .containsEntry("outcome", "REFUSED")
                .containsEntry("code", "INSUFFICIENT_SCOPE");
    }
}
