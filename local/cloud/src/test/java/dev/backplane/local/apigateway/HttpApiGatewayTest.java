package dev.backplane.local.apigateway;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.apigateway.ApiRoute.JwtRule;
import dev.backplane.local.cognito.OAuthClient;
import dev.backplane.local.cognito.SigningKey;
import dev.backplane.local.cognito.TokenIssuer;
import dev.backplane.local.cognito.TokenVerifier;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.Requests;
import dev.backplane.local.lambda.InvocationResult;
import dev.backplane.local.testing.FakeFunctions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class HttpApiGatewayTest {

    private static final String ISSUER = "http://127.0.0.1:4510";
    private static final SigningKey KEY = SigningKey.inMemory();
    private static final TokenIssuer TOKENS = new TokenIssuer(ISSUER, KEY, Clock.systemUTC());
    private static final OAuthClient CLIENT = new OAuthClient(OAuthClient.ID, List.of(), List.of());
    private static final String READ_TOKEN = TOKENS.accessToken(CLIENT, "user-1", List.of("b/a.read"));

    private final FakeFunctions functions = new FakeFunctions();
    private final List<String> problems = new ArrayList<>();
    private final HttpApiGateway gateway = gateway(List.of(
            Routes.open("GET /open/{id}"),
            Routes.open("POST /open"),
            Routes.secured("GET /things", "b/a.read", "b/a.admin"),
            Routes.secured("GET /whoami")));

    @Test
    void answer_takesTheFunctionsAnswerBack() {
        functions.function = event -> FakeFunctions.answered("{\"statusCode\":418,\"body\":\"teapot\"}");
        LocalResponse answer = gateway.answer(Requests.get("/open/1"));
        assertThat(answer.status()).isEqualTo(418);
        assertThat(answer.body().text()).isEqualTo("teapot");
        String requestId = answer.headers()
                .getOrDefault("apigw-requestid", List.of("none"))
                .getFirst();
        assertThat(requestId).hasSize(16);
        assertThatJson(functions.events.remove())
                .node("requestContext.requestId")
                .isEqualTo("\"" + requestId + "\"");
    }

    @Test
    void answer_whenThereIsNoRoute_isNotFoundWithoutAskingForAToken() {
        assertMessage(gateway.answer(Requests.get("/nothing")), 404, "Not Found");
        assertMessage(gateway.answer(Requests.of("DELETE", "/things", "")), 404, "Not Found");
        assertThat(functions.events).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/open/%FF", "/open/1?a=%C3", "/nothing/%80"})
    void answer_whenEscapeIsBad_isBadRequest(String target) {
        assertMessage(gateway.answer(Requests.get(target)), 400, "Bad Request");
        assertThat(functions.events).isEmpty();
    }

    @Test
    void answer_whenTokenIsMissing_isUnauthorized() {
        LocalResponse answer = gateway.answer(Requests.get("/things"));
        assertMessage(answer, 401, "Unauthorized");
        assertThat(answer.headers()).containsEntry("www-authenticate", List.of("Bearer"));
        assertThat(functions.events).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer x", "Bearer a.b.c", "Basic YTpi", "x"})
    void answer_whenTokenIsBad_isUnauthorizedAndSaysWhy(String header) {
        LocalResponse answer = gateway.answer(Requests.with(Requests.get("/things"), "authorization", header));
        assertMessage(answer, 401, "Unauthorized");
        assertThat(answer.headers().get("www-authenticate"))
                .singleElement()
                .asString()
                .startsWith("Bearer scope=\"b/a.admin b/a.read\" error=\"invalid_token\" error_description=\"");
        assertThat(functions.events).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "Bearer", "bearer  "})
    void answer_whenHeaderHoldsNoToken_isUnauthorized(String header) {
        LocalResponse answer = gateway.answer(Requests.with(Requests.get("/things"), "authorization", header));
        assertMessage(answer, 401, "Unauthorized");
    }

    @Test
    void answer_whenTokenHasNoneOfTheScopes_isForbidden() {
        String token = TOKENS.accessToken(CLIENT, "user-1", List.of("b/a.write", "b/a.reader"));
        LocalResponse answer = gateway.answer(withToken("/things", token));
        assertMessage(answer, 403, "Forbidden");
        assertThat(answer.headers().get("www-authenticate"))
                .singleElement()
                .asString()
                .contains("error=\"insufficient_scope\"");
        assertThat(functions.events).isEmpty();
    }

    @Test
    void answer_whenTokenHasOneOfTheScopes_handsTheClaimsOn() {
        assertThat(gateway.answer(withToken("/things", READ_TOKEN)).status()).isEqualTo(200);
        assertThatJson(functions.events.remove())
                .node("requestContext.authorizer.jwt")
                .and(
                        jwt -> jwt.node("claims.sub").isEqualTo("user-1"),
                        jwt -> jwt.node("claims.scope").isEqualTo("b/a.read"),
                        jwt -> jwt.node("claims.exp").isString(),
                        jwt -> jwt.node("scopes").isArray().containsExactly("b/a.read"));
    }

    @Test
    void answer_whenRouteHasNoScopes_anyTokenWillDo() {
        String token = TOKENS.accessToken(CLIENT, "user-1", List.of());
        assertThat(gateway.answer(withToken("/whoami", token)).status()).isEqualTo(200);
        assertThatJson(functions.events.remove())
                .node("requestContext.authorizer.jwt.scopes")
                .isNull();
    }

    @Test
    void answer_whenTokenComesWithoutScheme_isTakenAsOnAws() {
        LocalRequest request = Requests.with(Requests.get("/whoami"), "authorization", READ_TOKEN);
        assertThat(gateway.answer(request).status()).isEqualTo(200);
    }

    @Test
    void answer_whenThereIsNoPermission_isInternalServerErrorAndTold() {
        List<String> asked = new ArrayList<>();
        functions.permission = (function, source) -> {
            asked.add(function + " " + source);
            return false;
        };
        assertMessage(gateway.answer(Requests.get("/open/1")), 500, "Internal Server Error");
        assertThat(asked)
                .containsExactly(
                        Routes.FUNCTION + " arn:aws:execute-api:us-east-1:000000000000:apiApi/$default/GET/open/{id}");
        assertThat(problems).singleElement().asString().contains("AWS::Lambda::Permission", "GET /open/{id}");
        assertThat(functions.events).isEmpty();
    }

    @Test
    void answer_whenFunctionFails_isInternalServerErrorWithoutDetails() {
        functions.function = event -> FakeFunctions.failed("{\"errorMessage\":\"secret\"}");
        assertMessage(gateway.answer(Requests.get("/open/1")), 500, "Internal Server Error");
        assertThat(problems).singleElement().asString().contains("secret");
    }

    @Test
    void answer_whileLambdaHasNoSnapshot_isInternalServerError() {
        functions.function = event -> InvocationResult.rejected(
                new InvocationResult.ServiceError("SnapStartNotReadyException", 409, "Lambda is initializing"));
        assertMessage(gateway.answer(Requests.get("/open/1")), 500, "Internal Server Error");
        assertThat(problems).singleElement().asString().contains("Lambda is initializing");
    }

    @Test
    void answer_whenFunctionReturnsNonsense_isInternalServerError() {
        functions.function = event -> FakeFunctions.answered("{\"statusCode\":");
        assertMessage(gateway.answer(Requests.get("/open/1")), 500, "Internal Server Error");
    }

    @Test
    void answer_whenFunctionCannotBeInvoked_isInternalServerError() {
        functions.function = event -> {
            throw new IllegalStateException("gone");
        };
        assertMessage(gateway.answer(Requests.get("/open/1")), 500, "Internal Server Error");
        assertThat(problems).singleElement().asString().contains("gone");
    }

    @Test
    void answer_whenFunctionTakesTooLong_isServiceUnavailableAndFunctionGoesOn() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        functions.function = event -> {
            await(release);
            return FakeFunctions.answered("{}");
        };
        HttpApiGateway impatient = gateway(List.of(new ApiRoute(
                Routes.api("Api", Optional.empty()),
                RouteKey.parse("GET /slow"),
                Routes.FUNCTION,
                Duration.ofMillis(50),
                Optional.<JwtRule>empty())));
        assertMessage(impatient.answer(Requests.get("/slow")), 503, "Service Unavailable");
        release.countDown();
        assertThatJson(functions.events.take()).node("rawPath").isEqualTo("/slow");
    }

    @Test
    void answer_whenEventIsLargerThanLambdaTakes_isTooLarge() {
        String fits = "x".repeat(5 * 1024 * 1024);
        String tooLarge = "x".repeat(6 * 1024 * 1024);
        LocalRequest text = Requests.with(Requests.of("POST", "/open", fits), "content-type", "text/plain");
        assertThat(gateway.answer(text).status()).isEqualTo(200);
        LocalRequest base64 = Requests.of("POST", "/open", fits); // grows by a third
        assertMessage(gateway.answer(base64), 413, "Request Entity Too Large");
        assertMessage(gateway.answer(Requests.of("POST", "/open", tooLarge)), 413, "Request Entity Too Large");
        assertThat(functions.events).hasSize(1);
    }

    private HttpApiGateway gateway(List<ApiRoute> routes) {
        JwtAuthorizer authorizer = new JwtAuthorizer(new TokenVerifier(ISSUER, KEY, Clock.systemUTC()));
        return new HttpApiGateway(new RouteTable(routes), authorizer, functions, problems::add);
    }

    private static LocalRequest withToken(String target, String token) {
        return Requests.with(Requests.get(target), "authorization", "Bearer " + token);
    }

    private static void assertMessage(LocalResponse answer, int status, String message) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body().text()).isEqualTo("{\"message\":\"" + message + "\"}");
        assertThat(answer.headers()).containsEntry("content-type", List.of("application/json"));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
