package dev.backplane.local.cognito;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Clock;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks tokens as the JWT authorizer of an HTTP API does, against the local issuer's one key. */
public final class TokenVerifier {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final int REMEMBERED = 256;

    private final String issuer;
    private final SigningKey key;
    private final Clock clock;

    /** What is signed, with its signature: a caller sends the same token again and again, and checking one is dear. */
    private final Set<String> genuine = Collections.synchronizedSet(Collections.newSetFromMap(new Recent()));

    public TokenVerifier(String issuer, SigningKey key, Clock clock) {
        this.issuer = issuer;
        this.key = key;
        this.clock = clock;
    }

    /** The outcome of a check. */
    public sealed interface Verdict {
        /** The token is good. */
        record Valid(JsonNode claims, Set<String> scopes) implements Verdict {}

        /** The token is not good, with the reason that AWS shows to the caller. */
        record Invalid(String reason) implements Verdict {}
    }

    /** Checks form, signature, issuer, audience and times; scopes are the route's business. */
    public Verdict verify(String token, Set<String> audiences) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return new Verdict.Invalid("the token is not a valid JWT");
        }
        Optional<JsonNode> header = json(parts[0]);
        Optional<JsonNode> claims = json(parts[1]);
        Optional<byte[]> signature = bytes(parts[2]);
        if (header.isEmpty() || claims.isEmpty() || signature.isEmpty()) {
            return new Verdict.Invalid("the token is not a valid JWT");
        }
        return headerProblem(header.get())
                .or(() -> isGenuine(token, parts[0] + "." + parts[1], signature.get())
                        ? Optional.empty()
                        : Optional.of("signature verification failed"))
                .or(() -> claimsProblem(claims.get(), audiences))
                .<Verdict>map(Verdict.Invalid::new)
                .orElseGet(() -> new Verdict.Valid(claims.get(), scopesIn(claims.get())));
    }

    /**
     * The algorithm is ours to choose, never the token's: `none` has no signature at all, and HS256 would take the
     * public key for a shared secret.
     */
    private Optional<String> headerProblem(JsonNode header) {
        if (!header.path("alg").asText("").equals("RS256")) {
            return Optional.of("the token is signed with an unsupported algorithm");
        }
        if (header.has("crit")) {
            return Optional.of("the token has critical headers that are not understood");
        }
        boolean ours = key.id().equals(header.path("kid").asText(""));
        return ours ? Optional.empty() : Optional.of("unable to find the key that signed the token");
    }

    /** Times and audience are not part of it, so that they are looked at every time. */
    private boolean isGenuine(String token, String data, byte[] signature) {
        return genuine.contains(token) || remembered(token, signed(data, signature));
    }

    private boolean remembered(String token, boolean signed) {
        if (signed) {
            genuine.add(token);
        }
        return signed;
    }

    private boolean signed(String data, byte[] signature) {
        try {
            Signature check = Signature.getInstance("SHA256withRSA");
            check.initVerify(key.publicKey());
            check.update(data.getBytes(StandardCharsets.US_ASCII));
            return check.verify(signature);
        } catch (GeneralSecurityException e) {
            return false; // a signature of the wrong length, for one
        }
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

    /** A time that is given but is not a number counts as late: an unreadable limit is not an absent one. */
    private static boolean isLater(JsonNode time, long now) {
        return !time.isMissingNode() && (!time.isNumber() || time.doubleValue() > now);
    }

    /** API Gateway looks at {@code client_id} only where there is no {@code aud}. */
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

    private static Optional<JsonNode> json(String part) {
        return bytes(part).flatMap(TokenVerifier::object);
    }

    private static Optional<JsonNode> object(byte[] bytes) {
        try {
            JsonNode node = JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
            return Optional.ofNullable(node).filter(JsonNode::isObject);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> bytes(String part) {
        try {
            return part.isEmpty() || part.contains("=")
                    ? Optional.empty()
                    : Optional.of(Base64.getUrlDecoder().decode(part));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The tokens that came last. */
    private static final class Recent extends LinkedHashMap<String, Boolean> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    }
}
