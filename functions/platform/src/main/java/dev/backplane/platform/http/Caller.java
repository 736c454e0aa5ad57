package dev.backplane.platform.http;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Texts;
import java.util.Map;
import java.util.Optional;

/**
 * The person or machine that a request's token was issued to.
 *
 * @param id the id that {@code self} scopes compare with owners, in lower case; empty for a person whose token lacks
 *     the subject claim
 */
record Caller(Actor actor, Optional<String> id) {

    private static final String UNKNOWN = "unknown";

    /** Reads the claims of a token. */
    static Caller of(Map<String, String> claims, String subjectClaim) {
        Optional<String> subject = claim(claims, "sub");
        Optional<String> client = claim(claims, "client_id");
        Optional<String> id = verified(claims, subjectClaim);
        // The subject of a machine's token is the client itself; some issuers leave it out.
        boolean machine = client.isPresent()
                && (client.equals(subject) || !(claims.containsKey(subjectClaim) || claims.containsKey("username")));
        if (machine) {
            return new Caller(Actor.client(client.get()), client.map(Caller::lowerCase));
        }
        return new Caller(Actor.user(id.or(() -> subject).orElse(UNKNOWN)), id);
    }

    /** Returns the person's id; an address counts only if the issuer does not say that it is unverified. */
    private static Optional<String> verified(Map<String, String> claims, String subjectClaim) {
        boolean unverified = subjectClaim.equals("email")
                && !claims.getOrDefault("email_verified", "true").equals("true");
        return unverified ? Optional.empty() : claim(claims, subjectClaim).map(Caller::lowerCase);
    }

    private static Optional<String> claim(Map<String, String> claims, String name) {
        return Optional.ofNullable(claims.get(name)).filter(value -> !value.isBlank());
    }

    private static String lowerCase(String text) {
        return Texts.lowerCase(text.strip());
    }
}
