package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The SHA-256 of a requirements text, as 64 lower-case hexadecimal characters. */
public record RequirementsHash(String value) {

    /**
     * Reads a hash in any case.
     *
     * @throws InvalidValueException when the text is not one, with a message for the caller
     */
    public static RequirementsHash parse(String text) {
        if (!text.matches("[0-9A-Fa-f]{64}")) {
            throw new InvalidValueException("must be a SHA-256 as 64 hexadecimal characters");
        }
        return new RequirementsHash(text.toLowerCase(Locale.ROOT));
    }

    /** Hashes a text. */
    public static RequirementsHash of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return new RequirementsHash(HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
