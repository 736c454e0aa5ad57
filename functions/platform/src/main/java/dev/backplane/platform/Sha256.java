package dev.backplane.platform;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests of UTF-8 text. */
public final class Sha256 {

    private Sha256() {}

    public static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is required of every Java platform", e);
        }
    }

    /** Returns the digest as 64 lower-case hexadecimal characters. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(digest(text));
    }
}
