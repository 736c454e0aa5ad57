package dev.backplane.infra.constructs;

import java.util.List;

/**
 * The issuer whose tokens an API accepts, and the audiences of which a token must name one.
 *
 * @param subjectClaim the claim with the id of the person that a token was made for
 */
public record TokenIssuer(String issuer, List<String> audience, String subjectClaim) {
    public TokenIssuer {
        audience = List.copyOf(audience);
    }
}
