package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Texts;
import java.nio.charset.StandardCharsets;

/**
 * The id of a user: printable text, as the issuer of tokens gives it, in lower case, so that each person is one user.
 *
 * <p>Ids are part of paths. API Gateway decodes a path before it matches it, and cuts it at a decoded question mark. An id
 * with a character that has a meaning in paths would therefore address another resource.
 */
public record UserId(String value) {

    private static final int MAX_BYTES = 256;
    private static final String NOT_IN_PATHS = "/\\?#%";

    /**
     * Parses an id.
     *
     * @throws InvalidValueException if the text is not a valid id, with a message for the caller
     */
    public static UserId parse(String given) {
        String text = Texts.lowerCase(given);
        if (text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new InvalidValueException("must be 1 to " + MAX_BYTES + " bytes");
        }
        if (!text.codePoints().allMatch(UserId::isPrintable)) {
            throw new InvalidValueException("must be printable text");
        }
        if (text.chars().anyMatch(c -> NOT_IN_PATHS.indexOf(c) >= 0)) {
            throw new InvalidValueException("must not contain / \\ ? # or %");
        }
        // Clients remove these segments from a path before they send it.
        if (text.equals(".") || text.equals("..")) {
            throw new InvalidValueException("must not be . or ..");
        }
        // A path with this id would mean the caller's own data.
        if (text.equals("me")) {
            throw new InvalidValueException("must not be me");
        }
        return new UserId(text);
    }

    private static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
        };
    }

    @Override
    public String toString() {
        return value;
    }
}
