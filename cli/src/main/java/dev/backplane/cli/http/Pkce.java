package dev.backplane.cli.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The secrets of one sign-in: RFC 7636.
 *
 * @param verifier proves that the one who exchanges the code has requested it
 * @param state ties the answer to the request
 */
public record Pkce(String verifier, String state) {

    private static final int BYTES = 32;
    private static final Base64.Encoder URL_SAFE = Base64.getUrlEncoder().withoutPadding();

    public static Pkce create() {
        return new Pkce(random(), random());
    }

    private static String random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return URL_SAFE.encodeToString(bytes);
    }

    /** Returns the address of the sign-in page. */
    public URI page(String authorizeUrl, String clientId, URI callback) {
        return URI.create(authorizeUrl + "?response_type=code&client_id=" + Call.encoded(clientId) + "&redirect_uri="
                + Call.encoded(callback.toString()) + "&scope=openid%20email&state=" + state
                + "&code_challenge_method=S256&code_challenge=" + challenge());
    }

    private String challenge() {
        try {
            return URL_SAFE.encodeToString(
                    MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
