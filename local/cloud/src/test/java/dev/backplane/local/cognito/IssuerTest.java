package dev.backplane.local.cognito;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.cognito.TokenVerifier.Verdict;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.Requests;
import dev.backplane.local.testing.FakeFunctions;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IssuerTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SigningKey KEY = SigningKey.inMemory();
    private static final PreTokenTrigger NO_TRIGGER = new PreTokenTrigger(Optional.empty(), new FakeFunctions());
    private static final String BASIC = "Basic "
            + Base64.getEncoder()
                    .encodeToString("backplane-local:backplane-local-secret".getBytes(StandardCharsets.UTF_8));
    private static final String FORM_CREDENTIALS = "&client_id=backplane-local&client_secret=backplane-local-secret";

    private final Issuer issuer = issuer(new OAuthClients(
            new OAuthClient(OAuthClient.ID, List.of("b/a.read", "b/a.write"), List.of()),
            List.of(new OAuthClient("ci", List.of("b/a.write"), List.of())),
            List.of(),
            "email"));

    @Test
    void discovery_pointsAtThisServer() {
        assertThatJson(body(Requests.get("/.well-known/openid-configuration")))
                .and(
                        json -> json.node("issuer").isEqualTo("http://127.0.0.1:4510"),
                        json -> json.node("jwks_uri").isEqualTo("http://127.0.0.1:4510/.well-known/jwks.json"),
                        json -> json.node("token_endpoint").isEqualTo("http://127.0.0.1:4510/oauth2/token"),
                        json -> json.node("scopes_supported").isArray().containsExactly("b/a.read", "b/a.write"));
    }

    @Test
    void jwks_holdsTheKeyThatSignsTokens() throws Exception {
        JsonNode key = body(Requests.get("/.well-known/jwks.json")).path("keys").path(0);
        RSAPublicKeySpec spec = new RSAPublicKeySpec(number(key.path("n")), number(key.path("e")));
        String token = token("grant_type=client_credentials" + FORM_CREDENTIALS);
        int dot = token.lastIndexOf('.');
        Signature check = Signature.getInstance("SHA256withRSA");
        check.initVerify(KeyFactory.getInstance("RSA").generatePublic(spec));
        check.update(token.substring(0, dot).getBytes(StandardCharsets.US_ASCII));
        assertThat(check.verify(Base64.getUrlDecoder().decode(token.substring(dot + 1))))
                .isTrue();
        assertThat(part(token, 0).path("kid")).isEqualTo(key.path("kid"));
    }

    @Test
    void token_hasTheClaimsOfCognito() throws IOException {
        JsonNode claims = part(token("grant_type=client_credentials" + FORM_CREDENTIALS), 1);
        long now = TestClock.NOW.getEpochSecond();
        assertThatJson(claims).isEqualTo("""
                        {"iss": "http://127.0.0.1:4510", "sub": "backplane-local", "client_id": "backplane-local",
                         "token_use": "access", "scope": "b/a.read b/a.write", "iat": %d, "exp": %d,
                         "jti": "${json-unit.any-string}"}""".formatted(now, now + 3600));
    }

    @Test
    void token_answersAsCognitoDoes() {
        LocalResponse answer = post("grant_type=client_credentials" + FORM_CREDENTIALS);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).containsEntry("cache-control", List.of("no-store"));
        assertThatJson(answer.body().text())
                .isEqualTo("{access_token: '${json-unit.any-string}', expires_in: 3600, token_type: 'Bearer'}");
    }

    @Test
    void token_takesBasicCredentials() {
        LocalRequest request = Requests.with(form("grant_type=client_credentials"), "authorization", BASIC);
        assertThat(issuer.answer(request).orElseThrow().status()).isEqualTo(200);
    }

    @Test
    void token_ofAPersonWithTheKelvinSignForAK_isOfAnotherPerson() throws IOException {
        JsonNode kelvin = part(token("grant_type=client_credentials&sub=%E2%84%AAate" + FORM_CREDENTIALS), 1);
        JsonNode kate = part(token("grant_type=client_credentials&sub=Kate" + FORM_CREDENTIALS), 1);

        assertThat(kelvin.path("email").asText()).isEqualTo("\u212Aate");
        assertThat(kate.path("email").asText()).isEqualTo("kate");
        assertThat(kelvin.path("sub")).isNotEqualTo(kate.path("sub"));
    }

    @Test
    void token_isForTheScopesAndTheUserAskedFor() throws IOException {
        JsonNode claims =
                part(token("grant_type=client_credentials&scope=b%2Fa.read&sub=User%201" + FORM_CREDENTIALS), 1);
        assertThat(claims.path("scope").asText()).isEqualTo("b/a.read");
        assertThat(claims.path("email").asText()).isEqualTo("user 1");
        assertThat(claims.path("sub").asText())
                .isEqualTo(claims.path("username").asText());
    }

    @Test
    void token_ofAClientOfTheTemplates_hasItsIdAndItsScopes() throws IOException {
        JsonNode claims =
                part(token("grant_type=client_credentials&client_id=ci&client_secret=backplane-local-secret"), 1);
        assertThatJson(claims)
                .and(
                        json -> json.node("client_id").isEqualTo("ci"),
                        json -> json.node("sub").isEqualTo("ci"),
                        json -> json.node("scope").isEqualTo("b/a.write"));
    }

    @Test
    void token_whenTemplatesNameAnAudience_isForIt() {
        Issuer other = issuer(new OAuthClients(
                new OAuthClient(OAuthClient.ID, List.of("b/a.read"), List.of("my-audience")),
                List.of(),
                List.of(),
                "sub"));
        assertThat(other.verifier().verify(other.tokenWithEveryScope(), Set.of("my-audience")))
                .isInstanceOf(Verdict.Valid.class);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            '',                                                                                   401, invalid_client
            grant_type=client_credentials,                                                        401, invalid_client
            grant_type=client_credentials&client_id=backplane-local,                              401, invalid_client
            grant_type=client_credentials&client_id=backplane-local&client_secret=wrong,          401, invalid_client
            grant_type=client_credentials&client_id=other&client_secret=backplane-local-secret,   401, invalid_client
            client_id=backplane-local&client_secret=backplane-local-secret,                       400, invalid_request
            grant_type=password&client_id=backplane-local&client_secret=backplane-local-secret,   400, unsupported_grant_type
            grant_type=client_credentials&grant_type=x&client_id=backplane-local&client_secret=backplane-local-secret, 400, invalid_request
            grant_type=client_credentials&scope=b/a.admin&client_id=backplane-local&client_secret=backplane-local-secret, 400, invalid_scope
            grant_type=client_credentials&scope=b/a.read+x&client_id=backplane-local&client_secret=backplane-local-secret, 400, invalid_scope
            grant_type=client_credentials&scope=b/a.read&client_id=ci&client_secret=backplane-local-secret, 400, invalid_scope
            grant_type=client_credentials&client_id=ci&client_secret=wrong,                       401, invalid_client
            grant_type=%FF&client_id=backplane-local&client_secret=backplane-local-secret,        400, invalid_request
            """)
    void token_whenRefused_answersAsRfc6749(String form, int status, String error) {
        LocalResponse answer = post(form);
        assertThat(answer.status()).isEqualTo(status);
        assertThatJson(answer.body().text()).node("error").isEqualTo(error);
        assertThat(answer.headers()).containsEntry("cache-control", List.of("no-store"));
        assertThat(answer.headers().containsKey("www-authenticate")).isEqualTo(status == 401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Basic", "Basic !!!", "Basic YQ==", "Bearer x", "Basic YTpi"})
    void token_whenHeaderIsNotTheClient_isInvalidClient(String header) {
        LocalRequest request = Requests.with(form("grant_type=client_credentials"), "authorization", header);
        assertThat(issuer.answer(request).orElseThrow().status()).isEqualTo(401);
    }

    @Test
    void token_whenCredentialsAreGivenTwice_isInvalidRequest() {
        LocalRequest request =
                Requests.with(form("grant_type=client_credentials" + FORM_CREDENTIALS), "authorization", BASIC);
        assertThat(issuer.answer(request).orElseThrow().status()).isEqualTo(400);
    }

    @Test
    void token_whenNotAForm_isInvalidRequest() {
        LocalRequest json =
                Requests.with(Requests.of("POST", "/oauth2/token", "{}"), "content-type", "application/json");
        assertThat(issuer.answer(json).orElseThrow().status()).isEqualTo(400);
    }

    @Test
    void token_whenFormOrSubjectIsTooLarge_isInvalidRequest() {
        assertThat(post("grant_type=client_credentials" + FORM_CREDENTIALS + "&x=" + "x".repeat(20_000))
                        .status())
                .isEqualTo(400);
        assertThat(post("grant_type=client_credentials" + FORM_CREDENTIALS + "&sub=" + "x".repeat(257))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void answer_whenMethodIsAnother_namesTheRightOne() {
        LocalResponse answer = issuer.answer(Requests.get("/oauth2/token")).orElseThrow();
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.headers()).containsEntry("allow", List.of("POST"));
    }

    @Test
    void answer_whenPathIsAnother_isNotTheIssuers() {
        assertThat(issuer.answer(Requests.get("/deployments"))).isEmpty();
    }

    private static Issuer issuer(OAuthClients clients) {
        return new Issuer(URI.create("http://127.0.0.1:4510"), KEY, clients, NO_TRIGGER, TestClock.now());
    }

    private LocalResponse post(String form) {
        return issuer.answer(form(form)).orElseThrow();
    }

    private static LocalRequest form(String form) {
        return Requests.with(
                Requests.of("POST", "/oauth2/token", form), "content-type", "application/x-www-form-urlencoded");
    }

    private String token(String form) throws IOException {
        return JSON.readTree(post(form).body().bytes()).path("access_token").asText();
    }

    private JsonNode body(LocalRequest request) {
        try {
            return JSON.readTree(issuer.answer(request).orElseThrow().body().bytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode part(String token, int index) throws IOException {
        return JSON.readTree(Base64.getUrlDecoder().decode(token.split("\\.", -1)[index]));
    }

    private static BigInteger number(JsonNode base64) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(base64.asText()));
    }
}
