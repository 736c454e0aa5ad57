package dev.backplane.local.cognito;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Makes access tokens with the claims that Cognito's have. */
public final class TokenIssuer {
    /** How long a token is good, as Cognito's default. */
    public static final Duration LIFETIME = Duration.ofHours(1);

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    private final String issuer;
    private final SigningKey key;
    private final Clock clock;

    public TokenIssuer(String issuer, SigningKey key, Clock clock) {
        this.issuer = issuer;
        this.key = key;
        this.clock = clock;
    }

    /** A signed token of this client for this subject. */
    public String accessToken(OAuthClient client, String subject, Collection<String> scopes) {
        long now = clock.instant().getEpochSecond();
        ObjectNode claims = JSON.createObjectNode()
                .put("iss", issuer)
                .put("sub", subject)
                .put("client_id", client.id())
                .put("token_use", "access")
                .put("scope", String.join(" ", scopes))
                .put("iat", now)
                .put("exp", now + LIFETIME.toSeconds())
                .put("jti", UUID.randomUUID().toString());
        List<String> audiences = client.audiences();
        if (audiences.size() == 1) {
            claims.put("aud", audiences.getFirst());
        } else if (!audiences.isEmpty()) {
            audiences.forEach(claims.putArray("aud")::add);
        }
        ObjectNode header =
                JSON.createObjectNode().put("alg", "RS256").put("typ", "JWT").put("kid", key.id());
        String signed = part(header) + "." + part(claims);
        return signed + "." + BASE64URL.encodeToString(key.sign(signed.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String part(ObjectNode node) {
        return BASE64URL.encodeToString(node.toString().getBytes(StandardCharsets.UTF_8));
    }
}
