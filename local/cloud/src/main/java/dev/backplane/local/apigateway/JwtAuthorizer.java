package dev.backplane.local.apigateway;

import dev.backplane.local.apigateway.ApiRoute.JwtRule;
import dev.backplane.local.cognito.OAuthClient;
import dev.backplane.local.cognito.TokenVerifier;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The JWT authorizer of an HTTP API.
 *
 * <p>The local issuer replaces the issuer of the template, whether a Cognito pool or one from context:
 * only its tokens are accepted. Audience and scopes come from the template, but the local
 * developer client is accepted everywhere.
 */
final class JwtAuthorizer {

    private static final String BEARER = "bearer ";

    private final TokenVerifier verifier;

    JwtAuthorizer(TokenVerifier verifier) {
        this.verifier = verifier;
    }

    /** The decision about a request. */
    sealed interface Decision {

        /** The request may reach the function. */
        record Allowed(AuthorizerContext who) implements Decision {}

        /** The request is rejected with this response. */
        record Refused(LocalResponse answer) implements Decision {}
    }

    Decision decide(LocalRequest request, JwtRule rule) {
        Optional<String> token = token(request);
        if (token.isEmpty()) {
            return new Decision.Refused(
                    LocalResponse.message(401, "Unauthorized").with("www-authenticate", "Bearer"));
        }
        return switch (verifier.verify(token.get(), audiences(rule))) {
            case TokenVerifier.Verdict.Invalid(String reason) ->
                refused(401, "Unauthorized", challenge(rule, "invalid_token", reason));
            case TokenVerifier.Verdict.Valid valid -> scoped(valid, rule);
        };
    }

    /** Returns the template's audiences and the developer client. */
    private static Set<String> audiences(JwtRule rule) {
        Set<String> audiences = new HashSet<>(rule.audiences());
        audiences.add(OAuthClient.ID);
        return audiences;
    }

    private static Decision scoped(TokenVerifier.Verdict.Valid valid, JwtRule rule) {
        Set<String> held = new TreeSet<>(rule.scopes());
        held.retainAll(valid.scopes());
        if (held.isEmpty() && !rule.scopes().isEmpty()) {
            String reason = "the token does not have any of the scopes of the route";
            return refused(403, "Forbidden", challenge(rule, "insufficient_scope", reason));
        }
        return new Decision.Allowed(new AuthorizerContext(valid.claims(), held));
    }

    /** Reads the token. As on AWS, the header may also hold the bare token. */
    private static Optional<String> token(LocalRequest request) {
        return request.header("authorization")
                .map(header -> header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                        ? header.substring(BEARER.length())
                        : header)
                .map(String::strip)
                .filter(token -> !token.isEmpty() && !token.equalsIgnoreCase(BEARER.strip()));
    }

    private static Decision refused(int status, String message, String challenge) {
        return new Decision.Refused(LocalResponse.message(status, message).with("www-authenticate", challenge));
    }

    private static String challenge(JwtRule rule, String error, String reason) {
        String scopes = String.join(" ", new TreeSet<>(rule.scopes()));
        return "Bearer scope=\"" + scopes + "\" error=\"" + error + "\" error_description=\"" + reason + "\"";
    }
}
