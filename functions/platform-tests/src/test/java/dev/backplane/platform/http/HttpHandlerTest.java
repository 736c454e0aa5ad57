package dev.backplane.platform.http;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Unavailable;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
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

        GatewayResponse answer = call().scopes(scopes).send(Handlers.answering(_ -> {
            runs.incrementAndGet();
            return HttpResponse.noContent();
        }));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("INSUFFICIENT_SCOPE");
        assertThat(runs).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({
        "backplane/things.read, '[true,false]'",
        "backplane/things.self, '[false,true]'",
        "backplane/things.self backplane/things.read, '[true,true]'"
    })
    void scope_whenOneOfSeveralIsEnough_letsTheHandlerRunAndKnowWhich(String scopes, String known) {
        HttpHandler handler = Handlers.ofTwoScopes(Scope.of("things", "read"), Scope.of("things", "self"));

        assertThat(call().scopes(scopes.split(" ", -1)).send(handler).body()).isEqualTo(known);
    }

    @Test
    void scope_whenTheTokenHasNoneOfSeveral_isRefusedAndNamesThem() {
        HttpHandler handler = Handlers.ofTwoScopes(Scope.of("things", "read"), Scope.of("things", "self"));

        GatewayResponse answer = call().scopes("backplane/things.write").send(handler);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text("detail")).isEqualTo("The token lacks backplane/things.read or backplane/things.self.");
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
        GatewayResponse answer = call().withoutClaim("scope")
                .claim(claim, value)
                .send(Handlers.answering(_ -> HttpResponse.noContent()));

        assertThat(answer.status()).isEqualTo(204);
    }

    @Test
    void success_isAnsweredWithItsHeadersAndIsNotCachedByDefault() {
        GatewayResponse answer = call().send(Handlers.answering(
                _ -> new HttpResponse.Success(201, Map.of("location", "/things/1"), Optional.of("{\"id\":\"1\"}"))));

        assertThat(answer)
                .isEqualTo(new GatewayResponse(
                        201,
                        Map.of(
                                "location",
                                "/things/1",
                                "cache-control",
                                "no-store",
                                "x-content-type-options",
                                "nosniff"),
                        "{\"id\":\"1\"}"));
    }

    @Test
    void noContent_hasNoBodyAndNoContentType() {
        GatewayResponse answer = call().send(Handlers.answering(_ -> HttpResponse.noContent()));

        assertThat(answer)
                .isEqualTo(new GatewayResponse(
                        204, Map.of("cache-control", "no-store", "x-content-type-options", "nosniff"), ""));
    }

    @Test
    void page_isAnsweredWithItemsAndNext() {
        GatewayResponse answer = call().send(
                        Handlers.answering(_ -> HttpResponse.page(String.class, List.of("a"), Optional.of("cursor"))));

        assertThat(answer.header("content-type")).contains("application/json");
        assertThat(answer.body()).isEqualTo("{\"items\":[\"a\"],\"next\":\"cursor\"}");
    }

    @Test
    void success_whenItMayBeCached_saysHowLong() {
        GatewayResponse answer =
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
        GatewayResponse answer = call().requestId("r-1")
                .send(Handlers.answering(_ -> HttpResponse.problem(Problem.of(409, "INVALID_TRANSITION", "It cannot.")
                        .with("from", "A")
                        .with("allowed", List.of("B", "C")))));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.headers())
                .isEqualTo(Map.of(
                        "content-type",
                        "application/problem+json",
                        "cache-control",
                        "no-store",
                        "x-content-type-options",
                        "nosniff"));
        assertThatJson(answer.body()).isEqualTo("""
                        {"type": "urn:backplane:problem:invalid-transition", "title": "Invalid transition",
                         "status": 409, "detail": "It cannot.", "code": "INVALID_TRANSITION", "requestId": "r-1",
                         "from": "A", "allowed": ["B", "C"]}""");
    }

    @Test
    void problem_whenThrown_isAnsweredAsWhenReturned() {
        GatewayResponse answer = call().send(Handlers.answering(_ -> {
            throw Problem.of(400, "INVALID_ALIAS", "No.").asException();
        }));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_ALIAS");
    }

    @Test
    void fault_isAnsweredWithoutAWordOfWhatHappened() {
        GatewayResponse answer = call().send(Handlers.answering(platform, _ -> {
            throw new IllegalStateException("cannot read " + SECRET, new RuntimeException("because of " + SECRET));
        }));

        assertThatJson(answer.body()).isEqualTo("""
                        {"type": "urn:backplane:problem:internal", "title": "Internal", "status": 500,
                         "detail": "An internal error occurred. Use the request id to report it.",
                         "code": "INTERNAL", "requestId": "gateway-request-1"}""");
        assertThat(answer.headers().toString()).doesNotContain("arn:", "Table");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "999, 1", "1000, 1", "1001, 2", "30000, 30"})
    void unavailable_saysInWholeSecondsWhenToComeBack(long millis, String seconds) {
        GatewayResponse answer = call().send(Handlers.answering(_ -> {
            throw new Unavailable("CONTENDED", "Try later.", Duration.ofMillis(millis));
        }));

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("CONTENDED");
        assertThat(answer.text("detail")).isEqualTo("Try later.");
        assertThat(answer.header("retry-after")).contains(seconds);
    }

    @Test
    void unavailable_doesNotShowItsCause() {
        GatewayResponse answer = call().send(Handlers.answering(platform, _ -> {
            throw new Unavailable("THROTTLED", "Too busy.", Duration.ofSeconds(1), new RuntimeException(SECRET));
        }));

        assertThat(answer.body()).doesNotContain("arn:");
        assertThat(platform.lines()).singleElement().asString().contains(SECRET);
    }

    @Test
    void unavailable_whenAwsIsTheCause_isAFault() {
        call().send(Handlers.answering(platform, _ -> {
            throw new Unavailable("THROTTLED", "Too busy.", Duration.ofSeconds(1), new RuntimeException(SECRET));
        }));

        assertThatJson(platform.lines().getLast()).node("outcome").isEqualTo("FAULT");
    }

    @Test
    void unavailable_whenOtherCallersAreTheCause_isARefusal() {
        call().send(Handlers.answering(platform, _ -> {
            throw new Unavailable("CONTENDED", "Try later.", Duration.ofSeconds(1));
        }));

        assertThatJson(platform.lines().getLast()).node("outcome").isEqualTo("REFUSED");
        assertThatJson(platform.lines().getLast()).node("code").isEqualTo("CONTENDED");
    }

    @Test
    void problem_whenItIsA503OfTheHandlersOwn_hasRetryAfterToo() {
        GatewayResponse answer =
                call().send(Handlers.answering(_ -> HttpResponse.problem(503, "DEPLOYMENT_NOT_READY", "Not yet.")));

        assertThat(answer.header("retry-after")).contains("1");
    }

    @Test
    void request_knowsWhoItsTokenIsFor() {
        HttpHandler handler =
                Handlers.answering(request -> Handlers.json(request.callerId().orElse("nobody")));

        assertThat(call().sub("user-1").send(handler).body()).isEqualTo("user-1");
        assertThat(call().send(handler).body()).isEqualTo("nobody");
    }

    @Test
    void logLine_namesTheActor() {
        TestPlatform platform = TestPlatform.withoutAws();

        call().sub("Ann@Example.com").send(Handlers.answering(platform, _ -> Handlers.json("{}")));

        assertThat(platform.lines().getFirst()).contains("\"actor\":\"user:ann@example.com\"");
    }

    /** Returns an operation with another scope that calls the given handler. */
    private HttpHandler calling(HttpHandler other, RouteCall call) {
        Operation operation = Operation.of("CallThing", Scope.of("things", "call"), "POST /calls");
        return new HttpHandler(platform.platform(), operation) {
            @Override
            protected HttpResponse handle(HttpRequest request) {
                return other.call(request, call);
            }
        };
    }

    @Test
    void call_ofAnotherOperation_hasItsScopesAndInput_andTheSameCaller() {
        RouteCall call = new RouteCall(
                Handlers.OPERATION.routes().getFirst(),
                Map.of("id", "a b"),
                Map.of("q", "1+1 = 2&é"),
                Map.of("If-Match", "*"),
                "eyJuIjoi77+9In0=");
        HttpHandler handler = calling(
                Handlers.answering(request -> {
                    Input input = request.input();
                    var id = input.path("id", InputType.text(text -> text));
                    var query = input.query("q", InputType.text(text -> text));
                    var header = input.optionalHeader("If-Match", InputType.text(text -> text));
                    var body = input.body("n", InputType.text(text -> text));
                    input.verify();
                    return HttpResponse.problem(
                            409,
                            "SEEN",
                            request.callerId().orElseThrow() + id.get() + query.get() + header.get() + body.get());
                }),
                call);

        GatewayResponse allowed = call().scopes("backplane/things.call", "backplane/things.read")
                .sub("ann")
                .send(handler);
        assertThat(allowed.text("detail")).isEqualTo("anna b1+1 = 2&éOptional[*]\ufffd");
        assertThat(call().scopes("backplane/things.call").send(handler).code()).isEqualTo("INSUFFICIENT_SCOPE");
        assertThat(call().scopes("backplane/things.read").send(handler).code()).isEqualTo("INSUFFICIENT_SCOPE");
    }

    @Test
    void call_ofAnotherOperation_thatFails_isOneFaultOfTheCaller() {
        RouteCall call = new RouteCall(Handlers.OPERATION.routes().getFirst(), Map.of(), Map.of(), Map.of(), "");
        HttpHandler handler = calling(
                Handlers.answering(_ -> {
                    throw new IllegalStateException(SECRET);
                }),
                call);

        GatewayResponse response =
                call().scopes("backplane/things.call", "backplane/things.read").send(handler);
        assertThat(response.code()).isEqualTo("INTERNAL");
        assertThat(response.body()).doesNotContain(SECRET);
        assertThat(platform.lines()).hasSize(1).first().asString().contains("\"operation\":\"CallThing\"", SECRET);
    }
}
