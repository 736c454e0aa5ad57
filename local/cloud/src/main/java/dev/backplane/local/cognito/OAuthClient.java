package dev.backplane.local.cognito;

import java.util.List;
import java.util.Set;

/**
 * An OAuth client of the local issuer.
 *
 * @param scopes the scopes it may ask for, in the order of the templates
 * @param audiences what the {@code aud} claim names; Cognito's access tokens have none, and API Gateway then compares
 *     {@code client_id}
 */
public record OAuthClient(String id, List<String> scopes, List<String> audiences) {
    /** The client that only the local issuer has: it may ask for every scope, and every authorizer accepts it. */
    public static final String ID = "backplane-local";

    /** The secret of every local client. It opens nothing but a development server that listens on loopback only. */
    public static final String SECRET = "backplane-local-secret";

    public OAuthClient {
        scopes = List.copyOf(scopes);
        audiences = List.copyOf(audiences);
    }

    boolean mayAskFor(Set<String> wanted) {
        return Set.copyOf(scopes).containsAll(wanted);
    }
}
