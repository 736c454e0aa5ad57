package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Texts;

/** The id of a user, usually an email address; trimmed and in lower case, so that each person is one user. */
public record UserId(String value) implements Comparable<UserId> {

    private static final int MAX_LENGTH = 256;
    private static final String NOT_IN_PATHS = "/\\?#%";

    /**
     * Parses the id in a request.
     *
     * @throws InvalidValueException if it is not a valid id
     */
    public static UserId parse(String text) {
        String normal = Texts.lowerCase(text.strip());
        int length = normal.codePointCount(0, normal.length());
        if (length < 1 || length > MAX_LENGTH) {
            throw new InvalidValueException("must be 1 to " + MAX_LENGTH + " characters");
        }
        // API Gateway decodes a path before it matches it, so an id with these would address another resource.
        if (normal.codePoints().anyMatch(c -> NOT_IN_PATHS.indexOf(c) >= 0)) {
            throw new InvalidValueException("must not have any of / \\ ? # %");
        }
        // Clients remove these segments from a path before they send it.
        if (normal.equals(".") || normal.equals("..")) {
            throw new InvalidValueException("must not be . or ..");
        }
        // An unpaired surrogate would be stored as a question mark, so that two users would become one.
        if (normal.codePoints()
                .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE)) {
            throw new InvalidValueException("must not have control characters");
        }
        return new UserId(normal);
    }

    @Override
    public int compareTo(UserId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
