package dev.backplane.platform;

/** A value that a caller chooses to make repeated requests recognisable. */
public record IdempotencyKey(String value) {

    private static final int MAX_LENGTH = 128;

    /**
     * Reads a key.
     *
     * @throws InvalidValueException when the text is not one
     */
    public static IdempotencyKey parse(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH || !text.chars().allMatch(c -> c >= '!' && c <= '~')) {
            throw new InvalidValueException("must be 1 to " + MAX_LENGTH + " visible ASCII characters");
        }
        return new IdempotencyKey(text);
    }
}
