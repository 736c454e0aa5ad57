package dev.backplane.local.apigateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.cognito.SigningKey;
import dev.backplane.local.cognito.TokenVerifier;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.Requests;
import dev.backplane.local.testing.FakeFunctions;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CorsTest {

    private static final String CONFIGURATION = """
            {"AllowOrigins": ["https://app.example", "http://*"], "AllowMethods": ["GET", "PUT"],
             "AllowHeaders": ["authorization"], "ExposeHeaders": ["etag"], "MaxAge": 300, "AllowCredentials": true}""";

    private final FakeFunctions functions = new FakeFunctions();

    @Test
    void preflight_isAnsweredWithoutTokenOrFunction() {
        LocalResponse answer = gateway(CONFIGURATION).answer(preflight("https://app.example"));
        assertThat(answer.status()).isEqualTo(204);
        assertThat(accessControl(answer))
                .isEqualTo(Map.of(
                        "access-control-allow-origin", List.of("https://app.example"),
                        "access-control-allow-methods", List.of("GET,PUT"),
                        "access-control-allow-headers", List.of("authorization"),
                        "access-control-allow-credentials", List.of("true"),
                        "access-control-max-age", List.of("300")));
        assertThat(functions.events).isEmpty();
    }

    @Test
    void preflight_whenOriginIsNotAllowed_allowsNothing() {
        LocalResponse answer = gateway(CONFIGURATION).answer(preflight("https://other.example"));
        assertThat(answer.status()).isEqualTo(204);
        assertThat(accessControl(answer)).isEmpty();
    }

    @Test
    void preflight_ofAPathOrMethodWithoutARoute_isAnsweredTheSame() {
        LocalRequest request = Requests.with(Requests.of("OPTIONS", "/a/none", ""), "origin", "https://app.example");
        LocalResponse answer =
                gateway(CONFIGURATION).answer(Requests.with(request, "access-control-request-method", "DELETE"));
        assertThat(answer.status()).isEqualTo(204);
        assertThat(accessControl(answer)).containsKey("access-control-allow-origin");
    }

    @Test
    void preflight_whenOriginMatchesAPattern_isAllowed() {
        assertThat(accessControl(gateway(CONFIGURATION).answer(preflight("http://any.example"))))
                .containsEntry("access-control-allow-origin", List.of("http://any.example"));
    }

    @Test
    void answer_hasTheConfiguredHeadersInsteadOfTheFunctions() {
        functions.function = event -> FakeFunctions.answered(
                "{\"statusCode\":200,\"headers\":{\"Access-Control-Allow-Origin\":\"https://evil.example\"}}");
        LocalRequest request = Requests.with(Requests.get("/a"), "origin", "https://app.example");
        assertThat(accessControl(gateway("{\"AllowOrigins\":[\"*\"],\"ExposeHeaders\":[\"etag\"]}")
                        .answer(request)))
                .isEqualTo(Map.of(
                        "access-control-allow-origin", List.of("*"),
                        "access-control-expose-headers", List.of("etag")));
    }

    @Test
    void answer_whenCorsIsNotConfigured_leavesPreflightToTheRoutes() {
        HttpApiGateway plain = gateway(Optional.empty());
        assertThat(plain.answer(preflight("https://app.example")).status()).isEqualTo(404);
        LocalResponse answer = plain.answer(Requests.with(Requests.get("/a"), "origin", "https://app.example"));
        assertThat(accessControl(answer)).isEmpty();
    }

    private HttpApiGateway gateway(String configuration) {
        try {
            return gateway(Optional.of(new Cors(new ObjectMapper().readTree(configuration))));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private HttpApiGateway gateway(Optional<Cors> cors) {
        ApiRoute route = new ApiRoute(
                Routes.api("Api", cors),
                RouteKey.parse("GET /a"),
                Routes.FUNCTION,
                Duration.ofSeconds(30),
                Optional.empty());
        TokenVerifier verifier = new TokenVerifier("http://127.0.0.1", SigningKey.inMemory(), Clock.systemUTC());
        return new HttpApiGateway(
                new RouteTable(List.of(route)), new JwtAuthorizer(verifier), functions, problem -> {});
    }

    private static LocalRequest preflight(String origin) {
        LocalRequest request = Requests.with(Requests.of("OPTIONS", "/a", ""), "origin", origin);
        return Requests.with(request, "access-control-request-method", "GET");
    }

    private static Map<String, List<String>> accessControl(LocalResponse answer) {
        Map<String, List<String>> headers = new HashMap<>(answer.headers());
        headers.keySet().removeIf(name -> !name.startsWith("access-control-"));
        return headers;
    }
}
