package dev.backplane.local.cognito;

import java.util.List;

/**
 * An OAuth client of the local issuer.
 *
 * @param scopes the allowed scopes, in template order
 * @param audiences the {@code aud} claim; Cognito's access tokens have none, and API Gateway then compares
 *     {@code client_id}
 */
public record OAuthClient(String id, List<String> scopes, List<String> audiences) {

    /** The developer client: it has every scope and every authorizer accepts it. */
    public static final String ID = "backplane-local";

    /** The secret of every local client. It is public: the server listens on loopback only. */
    public static final String SECRET = "backplane-local-secret";

    public OAuthClient {
        scopes = List.copyOf(scopes);
        audiences = List.copyOf(audiences);
    }
}
