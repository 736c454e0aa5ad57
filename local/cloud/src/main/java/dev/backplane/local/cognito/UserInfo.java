package dev.backplane.local.cognito;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.cognito.TokenVerifier.Verdict;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code GET /oauth2/userInfo}: who the person of an access token is. */
record UserInfo(OAuthClients clients, TokenVerifier verifier) {

    private static final String BEARER = "Bearer ";

    LocalResponse answer(LocalRequest request) {
        String header = request.header("authorization").orElse("");
        Set<String> audiences = clients.people().stream().map(PublicClient::id).collect(Collectors.toSet());
        if (header.startsWith(BEARER)
                && verifier.verify(header.substring(BEARER.length()).strip(), audiences)
                        instanceof Verdict.Valid(JsonNode claims, Set<String> scopes)
                && scopes.contains("openid")) {
            ObjectNode person = JsonNodeFactory.instance
                    .objectNode()
                    .put("sub", claims.path("sub").asText())
                    .put("username", claims.path("username").asText());
            if (claims.has("email")) {
                person.put("email", claims.path("email").asText()).put("email_verified", "true");
            }
            return LocalResponse.json(200, person);
        }
        return new OAuthException(401, "invalid_token", "an access token of a person is required")
                .answer("Bearer error=\"invalid_token\"");
    }
}
