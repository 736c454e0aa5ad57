package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The requirements that a package was built from.
 *
 * @param text empty if only the hash is known
 */
public record Requirements(RequirementsHash hash, Optional<String> text) {

    /** Small enough for the event of a deleted row, even if every character is escaped in JSON. */
    public static final int MAX_BYTES = 100 * 1024;

    public static Requirements of(String text) {
        return new Requirements(RequirementsHash.of(text), Optional.of(text));
    }

    public static Requirements known(RequirementsHash hash) {
        return new Requirements(hash, Optional.empty());
    }

    /**
     * Checks a text.
     *
     * @throws InvalidValueException if it cannot be stored, with a message for the caller
     */
    public static String check(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw new InvalidValueException("must be at most " + MAX_BYTES + " bytes of UTF-8");
        }
        // An unpaired surrogate has no UTF-8 form, so the stored text would differ from the hashed one.
        if (!new String(bytes, StandardCharsets.UTF_8).equals(text)
                || text.chars().anyMatch(Requirements::isForbidden)) {
            throw new InvalidValueException("must be plain text without control characters");
        }
        return text;
    }

    private static boolean isForbidden(int c) {
        return c < ' ' && c != '\n' && c != '\r' && c != '\t';
    }

    /** Returns the lines of the text that are not blank; empty if the text is not known. */
    public Optional<List<String>> dependencies() {
        return text.map(known ->
                known.lines().map(String::strip).filter(line -> !line.isEmpty()).toList());
    }
}
