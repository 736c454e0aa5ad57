package dev.backplane.local.cognito;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Date;
import java.util.UUID;

/** Creates access tokens with the claims of Cognito's. */
public final class TokenIssuer {

    /** The lifetime of a token, as Cognito's default. */
    public static final Duration LIFETIME = Duration.ofHours(1);

    private final String issuer;
    private final SigningKey key;
    private final Clock clock;

    public TokenIssuer(String issuer, SigningKey key, Clock clock) {
        this.issuer = issuer;
        this.key = key;
        this.clock = clock;
    }

    /** Returns a signed token of this client for this subject. */
    public String accessToken(OAuthClient client, String subject, Collection<String> scopes) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .issuer(issuer)
                .subject(subject)
                .claim("client_id", client.id())
                .claim("token_use", "access")
                .claim("scope", String.join(" ", scopes))
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(LIFETIME)))
                .jwtID(UUID.randomUUID().toString());
        if (!client.audiences().isEmpty()) {
            claims.audience(client.audiences());
        }
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .type(JOSEObjectType.JWT)
                        .keyID(key.id())
                        .build(),
                claims.build());
        try {
            token.sign(new RSASSASigner(key.jwk()));
        } catch (JOSEException e) {
            throw new IllegalStateException("Cannot sign a token", e);
        }
        return token.serialize();
    }
}
