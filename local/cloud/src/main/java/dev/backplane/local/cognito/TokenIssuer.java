package dev.backplane.local.cognito;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.backplane.local.cognito.PreTokenTrigger.Changes;
import dev.backplane.local.cognito.SignIns.Session;
import dev.backplane.platform.Texts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Creates tokens with the claims of Cognito's. */
public final class TokenIssuer {

    /** The lifetime of a machine's token, as Cognito's default. */
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
        return sign(machine(client, subject, scopes).build());
    }

    /** Returns a signed token of this client for a person with this id, without a sign-in. */
    String accessToken(OAuthClient client, String id, String subjectClaim, Collection<String> scopes) {
        String subject = Person.idOf(id);
        return sign(machine(client, subject, scopes)
                .claim("username", subject)
                .claim(subjectClaim, Texts.lowerCase(id))
                .build());
    }

    private JWTClaimsSet.Builder machine(OAuthClient client, String subject, Collection<String> scopes) {
        JWTClaimsSet.Builder claims = claims(subject, LIFETIME)
                .claim("client_id", client.id())
                .claim("token_use", "access")
                .claim("scope", String.join(" ", scopes));
        if (!client.audiences().isEmpty()) {
            claims.audience(client.audiences());
        }
        return claims;
    }

    /** Returns the access token of a person who signed in. */
    String accessToken(PublicClient client, Session session, Changes changes) {
        JWTClaimsSet.Builder claims = claims(
                        session.person().id(), client.lifetimes().access())
                .claim("client_id", client.id())
                .claim("token_use", "access")
                .claim("version", 2)
                .claim("username", session.person().id())
                .claim("scope", String.join(" ", changes.scopes()));
        addSession(claims, session, changes.groups());
        changes.claims().forEach(claims::claim);
        return sign(claims.build());
    }

    /** Returns the ID token of a person who signed in. */
    String idToken(PublicClient client, Session session, List<String> groups, Optional<String> nonce) {
        JWTClaimsSet.Builder claims = claims(
                        session.person().id(), client.lifetimes().id())
                .audience(client.id())
                .claim("token_use", "id")
                .claim("cognito:username", session.person().id());
        addSession(claims, session, groups);
        if (session.scopes().contains("email")) {
            claims.claim("email", session.person().email())
                    .claim("email_verified", session.person().verified());
        }
        nonce.ifPresent(value -> claims.claim("nonce", value));
        return sign(claims.build());
    }

    private static void addSession(JWTClaimsSet.Builder claims, Session session, List<String> groups) {
        claims.claim("origin_jti", session.id()).claim("auth_time", session.at().getEpochSecond());
        if (!groups.isEmpty()) {
            claims.claim("cognito:groups", groups);
        }
    }

    private JWTClaimsSet.Builder claims(String subject, Duration lifetime) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        return new JWTClaimsSet.Builder()
                .issuer(issuer)
                .subject(subject)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(lifetime)))
                .jwtID(UUID.randomUUID().toString());
    }

    private String sign(JWTClaimsSet claims) {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .type(JOSEObjectType.JWT)
                        .keyID(key.id())
                        .build(),
                claims);
        try {
            token.sign(new RSASSASigner(key.jwk()));
        } catch (JOSEException e) {
            throw new IllegalStateException("Cannot sign a token", e);
        }
        return token.serialize();
    }
}
