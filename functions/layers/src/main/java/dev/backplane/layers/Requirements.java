package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * What a package was built from.
 *
 * @param text empty where only the hash is known
 */
public record Requirements(RequirementsHash hash, Optional<String> text) {

    /** So large that the event of a removed row always has room for it, whatever its escapes in JSON. */
    public static final int MAX_BYTES = 100 * 1024;

    public static Requirements of(String text) {
        return new Requirements(RequirementsHash.of(text), Optional.of(text));
    }

    public static Requirements known(RequirementsHash hash) {
        return new Requirements(hash, Optional.empty());
    }

    /**
     * Checks that a text is fit to be kept.
     *
     * @throws InvalidValueException when it is not, with a message for the caller
     */
    public static String check(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw new InvalidValueException("must be at most " + MAX_BYTES + " bytes of UTF-8");
        }
        // A lone surrogate has no UTF-8, so that another text would come back than was hashed.
        if (!new String(bytes, StandardCharsets.UTF_8).equals(text)
                || text.chars().anyMatch(Requirements::isForbidden)) {
            throw new InvalidValueException("must be plain text without control characters");
        }
        return text;
    }

    private static boolean isForbidden(int c) {
        return c < ' ' && c != '\n' && c != '\r' && c != '\t';
    }

    /** Returns the lines of the text that say something, or empty where the text is not known. */
    public Optional<List<String>> dependencies() {
        return text.map(known ->
                known.lines().map(String::strip).filter(line -> !line.isEmpty()).toList());
    }
}
