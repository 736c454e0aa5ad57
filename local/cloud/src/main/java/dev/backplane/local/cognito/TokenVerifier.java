package dev.backplane.local.cognito;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObject;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Verifies tokens as the JWT authorizer of an HTTP API does, with the local issuer's key. */
public final class TokenVerifier {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String NOT_A_JWT = "the token is not a valid JWT";

    private final String issuer;
    private final SigningKey key;
    private final Clock clock;

    public TokenVerifier(String issuer, SigningKey key, Clock clock) {
        this.issuer = issuer;
        this.key = key;
        this.clock = clock;
    }

    /** The outcome of a verification. */
    public sealed interface Verdict {

        record Valid(JsonNode claims, Set<String> scopes) implements Verdict {}

        /**
         * A rejected token.
         *
         * @param reason the text that AWS shows to the caller
         */
        record Invalid(String reason) implements Verdict {}
    }

    /** Verifies format, signature, issuer, audience and times. The caller checks the scopes. */
    public Verdict verify(String token, Set<String> audiences) {
        try {
            Base64URL[] parts = JOSEObject.split(token);
            Optional<String> problem = headerProblem(JSONObjectUtils.parse(parts[0].decodeToString()));
            if (problem.isPresent()) {
                return new Verdict.Invalid(problem.get());
            }
            SignedJWT jwt = new SignedJWT(parts[0], parts[1], parts[2]);
            JsonNode claims = JSON.readTree(parts[1].decodeToString());
            if (claims == null || !claims.isObject()) {
                return new Verdict.Invalid(NOT_A_JWT);
            }
            if (!jwt.verify(new RSASSAVerifier(key.jwk().toRSAPublicKey()))) {
                return new Verdict.Invalid("signature verification failed");
            }
            return claimsProblem(claims, audiences)
                    .<Verdict>map(Verdict.Invalid::new)
                    .orElseGet(() -> new Verdict.Valid(claims, scopesIn(claims)));
        } catch (ParseException | JsonProcessingException | ArrayIndexOutOfBoundsException malformed) {
            return new Verdict.Invalid(NOT_A_JWT);
        } catch (JOSEException e) {
            return new Verdict.Invalid("signature verification failed");
        }
    }

    /** Accepts RS256 only: the token must not choose the algorithm. */
    private Optional<String> headerProblem(Map<String, Object> header) {
        if (!JWSAlgorithm.RS256.getName().equals(header.get("alg"))) {
            return Optional.of("the token is signed with an unsupported algorithm");
        }
        if (header.containsKey("crit")) {
            return Optional.of("the token has critical headers that are not understood");
        }
        return key.id().equals(header.get("kid"))
                ? Optional.empty()
                : Optional.of("unable to find the key that signed the token");
    }

    private Optional<String> claimsProblem(JsonNode claims, Set<String> audiences) {
        long now = clock.instant().getEpochSecond();
        if (!claims.path("iss").asText("").equals(issuer)) {
            return Optional.of("the token does not have a valid issuer");
        }
        if (!hasAudience(claims, audiences)) {
            return Optional.of("the token does not have a valid audience");
        }
        if (!claims.path("exp").isNumber() || claims.path("exp").doubleValue() <= now) {
            return Optional.of("the token has expired");
        }
        if (isLater(claims.path("nbf"), now)) {
            return Optional.of("the token is not valid yet");
        }
        return isLater(claims.path("iat"), now) ? Optional.of("the token was issued in the future") : Optional.empty();
    }

    /** Treats a time that is not a number as late: an unreadable limit must not count as absent. */
    private static boolean isLater(JsonNode time, long now) {
        return !time.isMissingNode() && (!time.isNumber() || time.doubleValue() > now);
    }

    /** Checks {@code client_id} only when there is no {@code aud}, as API Gateway does. */
    private static boolean hasAudience(JsonNode claims, Set<String> audiences) {
        JsonNode audience = claims.has("aud") ? claims.path("aud") : claims.path("client_id");
        if (audience.isArray()) {
            return audience.valueStream().anyMatch(one -> one.isTextual() && audiences.contains(one.textValue()));
        }
        return audience.isTextual() && audiences.contains(audience.textValue());
    }

    private static Set<String> scopesIn(JsonNode claims) {
        JsonNode scope = claims.has("scope") ? claims.path("scope") : claims.path("scp");
        Set<String> scopes = new TreeSet<>();
        if (scope.isArray()) {
            scope.forEach(one -> scopes.add(one.asText()));
        } else {
            scopes.addAll(List.of(scope.asText("").split(" ", -1)));
        }
        scopes.remove("");
        return scopes;
    }
}
