package dev.backplane.platform.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * A position in a list as an opaque, URL-safe text: the position behind a digest of the list and the position.
 *
 * <p>The digest tells damage and foreign lists apart from a cursor of this list. It is no secret: who computes one by
 * hand can only name a place in a list that they may read anyway.
 */
final class Cursor {

    private static final int DIGEST_BYTES = 9;

    private Cursor() {}

    static String seal(String position, String binding) {
        byte[] bytes = position.getBytes(StandardCharsets.UTF_8);
        byte[] sealed = Arrays.copyOf(digest(binding, position), DIGEST_BYTES + bytes.length);
        System.arraycopy(bytes, 0, sealed, DIGEST_BYTES, bytes.length);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
    }

    /**
     * Returns the position.
     *
     * @throws IllegalArgumentException when the text is not a cursor of the list
     */
    static String open(String cursor, String binding) {
        byte[] sealed = Base64.getUrlDecoder().decode(cursor);
        if (sealed.length < DIGEST_BYTES) {
            throw new IllegalArgumentException("too short");
        }
        String position = new String(sealed, DIGEST_BYTES, sealed.length - DIGEST_BYTES, StandardCharsets.UTF_8);
        if (!seal(position, binding).equals(cursor)) {
            throw new IllegalArgumentException("of another list");
        }
        return position;
    }

    private static byte[] digest(String binding, String position) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(binding.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(position.getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(digest.digest(), DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
