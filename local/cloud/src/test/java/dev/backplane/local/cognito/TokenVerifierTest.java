package dev.backplane.local.cognito;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import dev.backplane.local.cognito.TokenVerifier.Verdict;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenVerifierTest {

    private static final String ISSUER = "http://127.0.0.1:4510";
    private static final SigningKey KEY = SigningKey.inMemory();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final OAuthClient CLIENT = new OAuthClient(OAuthClient.ID, List.of(), List.of());
    private static final Set<String> AUDIENCES = Set.of(OAuthClient.ID);

    private final TokenIssuer tokens = new TokenIssuer(ISSUER, KEY, TestClock.now());
    private final TokenVerifier verifier = new TokenVerifier(ISSUER, KEY, TestClock.now());

    @Test
    void verify_whenTokenIsOurs_givesClaimsAndScopes() {
        Verdict verdict = verifier.verify(tokens.accessToken(CLIENT, "user-1", List.of("b/w", "a/r")), AUDIENCES);
        assertThat(verdict).isInstanceOfSatisfying(Verdict.Valid.class, valid -> {
            assertThat(valid.claims().path("sub").asText()).isEqualTo("user-1");
            assertThat(valid.scopes()).containsExactlyInAnyOrder("a/r", "b/w");
        });
    }

    @Test
    void verify_whenTokenIsUnsigned_refuses() {
        String token = part(header("none")) + "." + part(claims()) + ".";
        assertThat(verifier.verify(token, AUDIENCES)).isInstanceOf(Verdict.Invalid.class);
        assertThat(reason(part(header("none")) + "." + part(claims()) + ".AAAA"))
                .contains("algorithm");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "None", "HS256", "RS384", "PS256", "rs256", "ES256", ""})
    void verify_whenAlgorithmIsNotRs256_refusesEvenAValidSignature(String algorithm) {
        assertThat(reason(signed(header(algorithm), claims()))).contains("algorithm");
    }

    @Test
    void verify_whenSignedWithPublicKeyAsSecret_refuses() throws GeneralSecurityException, JOSEException {
        String data = part(header("HS256")) + "." + part(claims());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY.jwk().toRSAPublicKey().getEncoded(), "HmacSHA256"));
        String token = data + "." + base64(mac.doFinal(data.getBytes(StandardCharsets.US_ASCII)));
        assertThat(reason(token)).contains("algorithm");
        assertThat(reason(token.replace(part(header("HS256")), part(header("RS256")))))
                .contains("signature");
    }

    @Test
    void verify_whenSignedByAnotherKey_refuses() {
        SigningKey other = SigningKey.create();
        String claimingOurKey = part(header("RS256")) + "." + part(claims());
        String forged = claimingOurKey + "." + base64(sign(other, claimingOurKey));
        assertThat(reason(forged)).contains("signature");
        String honest = new TokenIssuer(ISSUER, other, TestClock.now()).accessToken(CLIENT, "x", List.of());
        assertThat(reason(honest)).contains("key");
    }

    @Test
    void verify_whenAKnownTokenHasExpired_refuses() {
        AtomicReference<Instant> now = new AtomicReference<>(TestClock.NOW);
        InstantSource clock = now::get;
        TokenVerifier aging = new TokenVerifier(ISSUER, KEY, clock.withZone(ZoneOffset.UTC));
        String token = tokens.accessToken(CLIENT, "x", List.of());
        assertThat(aging.verify(token, AUDIENCES)).isInstanceOf(Verdict.Valid.class);

        now.set(TestClock.NOW.plus(TokenIssuer.LIFETIME));

        assertThat(aging.verify(token, AUDIENCES)).isInstanceOf(Verdict.Invalid.class);
    }

    @Test
    void verify_whenTheSignatureOfAKnownTokenIsChanged_refuses() {
        String token = tokens.accessToken(CLIENT, "x", List.of());
        assertThat(verifier.verify(token, AUDIENCES)).isInstanceOf(Verdict.Valid.class);
        int first = token.lastIndexOf('.') + 1;

        String changed =
                token.substring(0, first) + (token.charAt(first) == 'A' ? 'B' : 'A') + token.substring(first + 1);

        assertThat(reason(changed)).contains("signature");
    }

    @Test
    void verify_whenClaimsAreChangedAfterSigning_refuses() {
        List<String> parts = List.of(signed(header("RS256"), claims()).split("\\.", -1));
        ObjectNode more = claims().put("scope", "backplane/deployments.admin");
        assertThat(reason(parts.get(0) + "." + part(more) + "." + parts.get(2))).contains("signature");
    }

    @Test
    void verify_whenKeyIsBroughtAlong_refuses() {
        ObjectNode header = header("RS256").put("jku", "http://evil.example/jwks.json");
        header.put("kid", "../../dev/null");
        assertThat(reason(signed(header, claims()))).contains("key");
    }

    @Test
    void verify_whenHeaderHasCriticalExtension_refuses() {
        ObjectNode header = header("RS256");
        header.putArray("crit").add("b64");
        assertThat(reason(signed(header, claims()))).contains("critical");
    }

    @Test
    void verify_whenIssuerIsAnother_refuses() {
        assertThat(reasonFor(claims -> claims.put("iss", "http://127.0.0.1:4511")))
                .contains("issuer");
        assertThat(reasonFor(claims -> claims.remove("iss"))).contains("issuer");
    }

    @Test
    void verify_whenAudienceIsAnother_refuses() {
        assertThat(reasonFor(claims -> claims.put("client_id", "other"))).contains("audience");
        assertThat(reasonFor(claims -> claims.remove("client_id"))).contains("audience");
        assertThat(reasonFor(claims -> claims.putArray("aud").add("other"))).contains("audience");
    }

    @Test
    void verify_whenAudAndClientIdDiffer_looksAtAudAlone() {
        assertThat(reasonFor(claims -> claims.put("aud", "other"))).contains("audience");
        String token = changed(claims -> claims.put("aud", OAuthClient.ID).put("client_id", "other"));
        assertThat(verifier.verify(token, AUDIENCES)).isInstanceOf(Verdict.Valid.class);
    }

    @Test
    void verify_whenAudienceIsOneOfMany_accepts() {
        String token = tokens.accessToken(
                new OAuthClient(OAuthClient.ID, List.of(), List.of("first", "second")), "x", List.of());
        assertThat(verifier.verify(token, Set.of("second", "third"))).isInstanceOf(Verdict.Valid.class);
    }

    @Test
    void verify_whenExpiredOrWithoutEnd_refuses() {
        long now = TestClock.NOW.getEpochSecond();
        assertThat(reasonFor(claims -> claims.put("exp", now))).contains("expired");
        assertThat(reasonFor(claims -> claims.remove("exp"))).contains("expired");
        assertThat(reasonFor(claims -> claims.put("exp", "9999999999"))).contains("expired");
    }

    @Test
    void verify_isGoodForAnHour() {
        String token = tokens.accessToken(CLIENT, "x", List.of());
        assertThat(new TokenVerifier(ISSUER, KEY, TestClock.later(3599)).verify(token, AUDIENCES))
                .isInstanceOf(Verdict.Valid.class);
        assertThat(new TokenVerifier(ISSUER, KEY, TestClock.later(3600)).verify(token, AUDIENCES))
                .isInstanceOf(Verdict.Invalid.class);
    }

    @Test
    void verify_whenFromTheFuture_refuses() {
        long later = TestClock.NOW.getEpochSecond() + 60;
        assertThat(reasonFor(claims -> claims.put("nbf", later))).contains("not valid yet");
        assertThat(reasonFor(claims -> claims.put("nbf", "tomorrow"))).contains("not valid yet");
        assertThat(reasonFor(claims -> claims.put("iat", later))).contains("future");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "...",
                "a.b",
                "a.b.c",
                "e30.e30.",
                "e30.e30.e30.e30",
                "W10.W10.AAAA",
                "e30=.e30=.AA=="
            })
    void verify_whenNotAToken_refuses(String token) {
        assertThat(verifier.verify(token, AUDIENCES)).isInstanceOf(Verdict.Invalid.class);
    }

    @Test
    void verify_whenClaimIsGivenTwice_refuses() {
        String twice = claims().toString().replaceFirst("\\{", "{\"sub\":\"admin\",");
        String data = part(header("RS256")) + "." + base64(twice.getBytes(StandardCharsets.UTF_8));
        String token = data + "." + base64(sign(KEY, data));
        assertThat(verifier.verify(token, AUDIENCES)).isInstanceOf(Verdict.Invalid.class);
    }

    private String reasonFor(Consumer<ObjectNode> change) {
        return reason(changed(change));
    }

    private static String changed(Consumer<ObjectNode> change) {
        ObjectNode claims = claims();
        change.accept(claims);
        return signed(header("RS256"), claims);
    }

    private String reason(String token) {
        return verifier.verify(token, AUDIENCES) instanceof Verdict.Invalid(String reason) ? reason : "accepted";
    }

    private static ObjectNode header(String algorithm) {
        return JSON.createObjectNode().put("alg", algorithm).put("kid", KEY.id());
    }

    private static ObjectNode claims() {
        String token = new TokenIssuer(ISSUER, KEY, TestClock.now()).accessToken(CLIENT, "user-1", List.of("a/r"));
        try {
            return (ObjectNode) JSON.readTree(
                    new String(Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]), StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static String signed(ObjectNode header, ObjectNode claims) {
        String data = part(header) + "." + part(claims);
        return data + "." + base64(sign(KEY, data));
    }

    private static byte[] sign(SigningKey key, String data) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key.jwk().toPrivateKey());
            signature.update(data.getBytes(StandardCharsets.US_ASCII));
            return signature.sign();
        } catch (GeneralSecurityException | JOSEException e) {
            throw new AssertionError(e);
        }
    }

    private static String part(ObjectNode node) {
        return base64(node.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
