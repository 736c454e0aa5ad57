package dev.backplane.local.cognito;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.cognito.PublicClient.Lifetimes;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.Requests;
import dev.backplane.local.testing.FakeFunctions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Codes and refresh tokens belong to the client that requested them. */
class PublicClientsTest {

    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    /** The challenge of the verifier, both from RFC 7636, appendix B. */
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    private static final String CALLBACK = "http://localhost:18910/callback";

    private final Issuer issuer = new Issuer(
            URI.create("http://127.0.0.1:4510"),
            SigningKey.inMemory(),
            new OAuthClients(
                    new OAuthClient(OAuthClient.ID, List.of(), List.of()),
                    List.of(),
                    List.of(client("one"), client("other")),
                    "email"),
            new PreTokenTrigger(Optional.empty(), new FakeFunctions()),
            TestClock.now());

    @Test
    void code_ofAnotherClient_isRefused() {
        assertThat(exchange("other", code("one")).path("error").asText()).isEqualTo("invalid_grant");
        assertThat(exchange("one", code("one")).has("access_token")).isTrue();
    }

    @Test
    void refreshToken_ofAnotherClient_isRefusedAndKeepsWorking() {
        String token = exchange("one", code("one")).path("refresh_token").asText();

        assertThat(refresh("other", token).path("error").asText()).isEqualTo("invalid_grant");
        assertThat(refresh("one", token).has("access_token")).isTrue();
    }

    @Test
    void refreshToken_ofAnotherClient_cannotBeRevoked() {
        String token = exchange("one", code("one")).path("refresh_token").asText();

        assertThat(post("/oauth2/revoke", "client_id=other&token=" + token).status())
                .isEqualTo(200);
        assertThat(refresh("one", token).has("access_token")).isTrue();
    }

    private static PublicClient client(String id) {
        Duration hour = Duration.ofHours(1);
        return new PublicClient(
                id,
                List.of("openid"),
                List.of(CALLBACK),
                List.of(CALLBACK),
                new Lifetimes(hour, hour, hour),
                Optional.empty());
    }

    private String code(String client) {
        String query = "?response_type=code&client_id=" + client + "&redirect_uri=" + CALLBACK
                + "&code_challenge_method=S256&code_challenge=" + CHALLENGE;
        LocalResponse answer = post("/oauth2/authorize" + query, "person=anna@example.com");
        String location = answer.headers().getOrDefault("location", List.of("")).getFirst();
        return location.substring(location.indexOf("code=") + 5);
    }

    private JsonNode exchange(String client, String code) {
        return json(post(
                "/oauth2/token",
                "grant_type=authorization_code&client_id=" + client + "&redirect_uri=" + CALLBACK + "&code=" + code
                        + "&code_verifier=" + VERIFIER));
    }

    private JsonNode refresh(String client, String token) {
        return json(post("/oauth2/token", "grant_type=refresh_token&client_id=" + client + "&refresh_token=" + token));
    }

    private LocalResponse post(String path, String form) {
        LocalRequest request =
                Requests.with(Requests.of("POST", path, form), "content-type", "application/x-www-form-urlencoded");
        return issuer.answer(request).orElseThrow();
    }

    private static JsonNode json(LocalResponse answer) {
        try {
            return new ObjectMapper().readTree(answer.body().bytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
