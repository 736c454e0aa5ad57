package dev.backplane.platform.http;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * A position in a list as opaque, URL-safe text: a digest of the list and the position, then the position.
 *
 * <p>The digest detects damage and cursors of other lists. It is not a secret: a forged cursor can only name a position
 * in a list that the caller can read anyway.
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
     * @throws InvalidValueException if the text is not a cursor of this list
     */
    static String open(String cursor, String binding) {
        byte[] sealed = decode(cursor);
        if (sealed.length < DIGEST_BYTES) {
            throw new InvalidValueException("too short");
        }
        String position = new String(sealed, DIGEST_BYTES, sealed.length - DIGEST_BYTES, StandardCharsets.UTF_8);
        if (!seal(position, binding).equals(cursor)) {
            throw new InvalidValueException("of another list");
        }
        return position;
    }

    private static byte[] decode(String cursor) {
        try {
            return Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("not base64", e);
        }
    }

    private static byte[] digest(String binding, String position) {
        return Arrays.copyOf(Sha256.digest(binding + '\0' + position), DIGEST_BYTES);
    }
}
