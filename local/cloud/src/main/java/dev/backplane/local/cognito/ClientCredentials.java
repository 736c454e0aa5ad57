package dev.backplane.local.cognito;

import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.PercentEncoding;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The client's id and secret, from the Authorization header or the form. */
record ClientCredentials(String id, String secret) {

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
            byte[] decoded =
                    Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
            String[] pair = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
            return new ClientCredentials(
                    PercentEncoding.decodeQuery(pair[0]), pair.length < 2 ? "" : PercentEncoding.decodeQuery(pair[1]));
        } catch (IllegalArgumentException | BadEscapeException e) {
            throw OAuthException.invalidClient();
        }
    }

    /** Returns the client with these credentials. */
    OAuthClient among(OAuthClients clients) throws OAuthException {
        return clients.find(id, secret).orElseThrow(OAuthException::invalidClient);
    }
}
