package dev.backplane.local.cognito;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.PercentEncoding;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/**
 * {@code POST /oauth2/token} of Cognito.
 *
 * <p>With client credentials, the additional field {@code sub} requests a token of the person with this id, without a
 * sign-in.
 */
final class TokenEndpoint {

    private static final int MAX_SUBJECT = 256;

    private final OAuthClients clients;
    private final TokenIssuer tokens;
    private final PeopleTokens people;

    TokenEndpoint(OAuthClients clients, TokenIssuer tokens, PeopleTokens people) {
        this.clients = clients;
        this.tokens = tokens;
        this.people = people;
    }

    LocalResponse answer(LocalRequest request) {
        return uncached(() -> granted(request, OAuthForm.posted(request)));
    }

    LocalResponse revoke(LocalRequest request) {
        return uncached(() -> people.revoke(OAuthForm.posted(request)));
    }

    private interface Work {
        LocalResponse answer() throws OAuthException;
    }

    private static LocalResponse uncached(Work work) {
        LocalResponse answer;
        try {
            answer = work.answer();
        } catch (OAuthException e) {
            answer = e.answer();
        }
        return answer.with("cache-control", "no-store").with("pragma", "no-cache");
    }

    private LocalResponse granted(LocalRequest request, OAuthForm form) throws OAuthException {
        return switch (form.field("grant_type").orElse("")) {
            case "authorization_code" -> people.forCode(form);
            case "refresh_token" -> people.forRefreshToken(form);
            default -> forCredentials(request, form);
        };
    }

    private LocalResponse forCredentials(LocalRequest request, OAuthForm form) throws OAuthException {
        OAuthClient client = ClientCredentials.of(request, form).among(clients);
        if (!form.require("grant_type").equals("client_credentials")) {
            throw new OAuthException(
                    400,
                    "unsupported_grant_type",
                    "only authorization_code, client_credentials and refresh_token are supported");
        }
        Optional<String> subject = form.field("sub");
        if (subject.filter(id -> id.length() > MAX_SUBJECT).isPresent()) {
            throw OAuthException.invalidRequest("sub is longer than " + MAX_SUBJECT + " characters");
        }
        Set<String> scopes = form.scopes(client.scopes());
        String token = subject.filter(id -> !id.equals(client.id()))
                .map(id -> tokens.accessToken(client, id, clients.subjectClaim(), scopes))
                .orElseGet(() -> tokens.accessToken(client, client.id(), scopes));
        return LocalResponse.json(
                200,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("access_token", token)
                        .put("expires_in", TokenIssuer.LIFETIME.toSeconds())
                        .put("token_type", "Bearer"));
    }

    /** The client's id and secret, from the Authorization header or the form. */
    private record ClientCredentials(String id, String secret) {

        private static final String BASIC = "basic ";

        static ClientCredentials of(LocalRequest request, OAuthForm form) throws OAuthException {
            Optional<String> header = request.header("authorization");
            Optional<String> secret = form.field("client_secret");
            Optional<String> id = form.field("client_id");
            if (header.isEmpty()) {
                return new ClientCredentials(id.orElse(""), secret.orElse(""));
            }
            if (secret.isPresent()) {
                throw OAuthException.invalidRequest("credentials must not be in both the header and the form");
            }
            ClientCredentials basic = basic(header.get());
            if (id.isPresent() && !id.get().equals(basic.id)) {
                throw OAuthException.invalidRequest("client_id differs from the header");
            }
            return basic;
        }

        private static ClientCredentials basic(String header) throws OAuthException {
            if (!header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
                throw OAuthException.invalidClient();
            }
            try {
                byte[] decoded = Base64.getDecoder()
                        .decode(header.substring(BASIC.length()).strip());
                String[] pair = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
                return new ClientCredentials(
                        PercentEncoding.decodeQuery(pair[0]),
                        pair.length < 2 ? "" : PercentEncoding.decodeQuery(pair[1]));
            } catch (IllegalArgumentException | BadEscapeException e) {
                throw OAuthException.invalidClient();
            }
        }

        /** Returns the client with these credentials. */
        OAuthClient among(OAuthClients clients) throws OAuthException {
            return clients.find(id, secret).orElseThrow(OAuthException::invalidClient);
        }
    }
}
