package dev.backplane.local.apigateway;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.console.SiteConfig;
import dev.backplane.local.LocalRouter;
import dev.backplane.local.aws.AwsApi;
import dev.backplane.local.cloudfront.LocalSite;
import dev.backplane.local.cognito.Issuer;
import dev.backplane.local.cognito.OAuthClient;
import dev.backplane.local.cognito.OAuthClients;
import dev.backplane.local.cognito.PreTokenTrigger;
import dev.backplane.local.cognito.SigningKey;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.http.LoopbackServer;
import dev.backplane.local.lambda.InvokeApi;
import dev.backplane.local.testing.FakeFunctions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests over real HTTP with a fake Lambda. */
@Timeout(600)
class LocalRouterTest {

    private final FakeFunctions functions = new FakeFunctions();
    private final HttpClient client = HttpClient.newHttpClient();
    private LoopbackServer server;

    @BeforeEach
    void start() throws IOException {
        server = LoopbackServer.bind(0);
        Issuer issuer = new Issuer(
                server.address(),
                SigningKey.inMemory(),
                new OAuthClients(
                        new OAuthClient(OAuthClient.ID, List.of("b/a.read", "b/a.write"), List.of()),
                        List.of(),
                        List.of(),
                        "sub"),
                new PreTokenTrigger(Optional.empty(), functions),
                Clock.systemUTC());
        List<ApiRoute> routes = List.of(
                Routes.secured("GET /things/{id}", "b/a.read"),
                Routes.secured("POST /things", "b/a.write"),
                Routes.open("ANY /{all+}"));
        server.start(
                new LocalRouter(
                                issuer,
                                new InvokeApi(functions, problem -> {}),
                                new AwsApi(new EngineHttpClient()),
                                new LocalSite(new SiteConfig(
                                        "dev", "us-east-1", server.address().toString(), Optional.empty(), Map.of())),
                                new HttpApiGateway(
                                        new RouteTable(routes),
                                        new JwtAuthorizer(issuer.verifier()),
                                        functions,
                                        problem -> {}))::apply,
                line -> {},
                problem -> {});
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void token_opensARoute() throws Exception {
        HttpResponse<String> refused = send(request("/things/1"));
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        HttpResponse<String> answer =
                send(request("/things/a%20b?x=%C3%A4").header("Authorization", "Bearer " + token("b/a.read")));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("ok");
        assertThatJson(functions.events.remove())
                .and(
                        event -> event.node("pathParameters.id").isEqualTo("a b"),
                        event -> event.node("queryStringParameters.x").isEqualTo("ä"),
                        event -> event.node("requestContext.http.sourceIp").isEqualTo("\"127.0.0.1\""));
    }

    @Test
    void token_whenScopeIsTooLittle_isForbidden() throws Exception {
        HttpResponse<String> answer = send(request("/things")
                .POST(BodyPublishers.ofString("{}"))
                .header("Authorization", "Bearer " + token("b/a.read")));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(functions.events).isEmpty();
    }

    @Test
    void health_saysReady() throws Exception {
        HttpResponse<String> answer = send(request("/_backplane/health"));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("{\"status\": \"ready\"}");
    }

    @Test
    void ownPaths_comeBeforeGreedyRoutes() throws Exception {
        assertThat(send(request("/.well-known/jwks.json")).body()).contains("\"keys\"");
        assertThat(send(request("/2015-03-31/functions/Echo/invocations").POST(BodyPublishers.ofString("{}")))
                        .statusCode())
                .isEqualTo(200);
        assertThat(functions.events.remove()).isEqualTo("{}");
    }

    private String token(String scope) throws Exception {
        HttpResponse<String> answer = send(request("/oauth2/token")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=client_credentials&client_id=backplane-local"
                        + "&client_secret=backplane-local-secret&scope=" + scope)));
        return new ObjectMapper().readTree(answer.body()).path("access_token").asText();
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(server.address().resolve(target));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
