package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Sha256;
import java.util.Locale;

/** The SHA-256 of a requirements text, as 64 lower-case hexadecimal characters. */
public record RequirementsHash(String value) {

    /**
     * Parses a hash in any case.
     *
     * @throws InvalidValueException if the text is not a valid hash, with a message for the caller
     */
    public static RequirementsHash parse(String text) {
        if (!text.matches("[0-9A-Fa-f]{64}")) {
            throw new InvalidValueException("must be a SHA-256 as 64 hexadecimal characters");
        }
        return new RequirementsHash(text.toLowerCase(Locale.ROOT));
    }

    public static RequirementsHash of(String text) {
        return new RequirementsHash(Sha256.hex(text));
    }

    @Override
    public String toString() {
        return value;
    }
}
