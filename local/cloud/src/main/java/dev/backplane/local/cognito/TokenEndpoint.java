package dev.backplane.local.cognito;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.http.Form;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.PercentEncoding;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code POST /oauth2/token} of Cognito for the client credentials grant.
 *
 * <p>The additional field {@code sub} requests a token of a user, because there is no local sign-in.
 */
final class TokenEndpoint {

    private static final int MAX_FORM = 16 * 1024;
    private static final int MAX_SUBJECT = 256;

    private final OAuthClients clients;
    private final TokenIssuer tokens;

    TokenEndpoint(OAuthClients clients, TokenIssuer tokens) {
        this.clients = clients;
        this.tokens = tokens;
    }

    LocalResponse answer(LocalRequest request) {
        try {
            return granted(request).with("cache-control", "no-store").with("pragma", "no-cache");
        } catch (OAuthException e) {
            return e.answer().with("cache-control", "no-store").with("pragma", "no-cache");
        }
    }

    private LocalResponse granted(LocalRequest request) throws OAuthException {
        Map<String, List<String>> form = form(request);
        OAuthClient client = ClientCredentials.of(request, form).among(clients);
        String grant =
                field(form, "grant_type").orElseThrow(() -> OAuthException.invalidRequest("grant_type is missing"));
        if (!grant.equals("client_credentials")) {
            throw new OAuthException(400, "unsupported_grant_type", "only client_credentials is supported");
        }
        String subject = field(form, "sub").orElse(client.id());
        if (subject.length() > MAX_SUBJECT) {
            throw OAuthException.invalidRequest("sub is longer than " + MAX_SUBJECT + " characters");
        }
        String token = tokens.accessToken(client, subject, scopes(client, form));
        return LocalResponse.json(
                200,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("access_token", token)
                        .put("expires_in", TokenIssuer.LIFETIME.toSeconds())
                        .put("token_type", "Bearer"));
    }

    private static Set<String> scopes(OAuthClient client, Map<String, List<String>> form) throws OAuthException {
        Set<String> wanted =
                new LinkedHashSet<>(List.of(field(form, "scope").orElse("").split(" ", -1)));
        wanted.remove("");
        if (wanted.isEmpty()) {
            return new LinkedHashSet<>(client.scopes());
        }
        if (!client.mayAskFor(wanted)) {
            throw new OAuthException(400, "invalid_scope", "the client is allowed these scopes: " + client.scopes());
        }
        return wanted;
    }

    private static Map<String, List<String>> form(LocalRequest request) throws OAuthException {
        if (!request.mediaType().equals("application/x-www-form-urlencoded")) {
            throw OAuthException.invalidRequest("send a form: application/x-www-form-urlencoded");
        }
        if (request.body().size() > MAX_FORM) {
            throw OAuthException.invalidRequest("the form is too large");
        }
        try {
            return Form.parse(request.body().text());
        } catch (BadEscapeException e) {
            throw OAuthException.invalidRequest("the form has an invalid percent escape");
        }
    }

    /** Returns a form field. Empty counts as absent, and a repeated field is an error: RFC 6749, section 3.2. */
    static Optional<String> field(Map<String, List<String>> form, String name) throws OAuthException {
        List<String> values = form.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw OAuthException.invalidRequest(name + " is given more than once");
        }
        return values.stream().filter(value -> !value.isEmpty()).findFirst();
    }

    /** The client's id and secret, from the Authorization header or the form. */
    private record ClientCredentials(String id, String secret) {

        private static final String BASIC = "basic ";

        static ClientCredentials of(LocalRequest request, Map<String, List<String>> form) throws OAuthException {
            Optional<String> header = request.header("authorization");
            Optional<String> secret = TokenEndpoint.field(form, "client_secret");
            Optional<String> id = TokenEndpoint.field(form, "client_id");
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
