package dev.backplane.infra.constructs;

import java.util.List;

/** The issuer whose tokens an API accepts, and the accepted audiences. */
public record TokenIssuer(String issuer, List<String> audience) {
    public TokenIssuer {
        audience = List.copyOf(audience);
    }
}
