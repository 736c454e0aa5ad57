package dev.backplane.platform;

/** A value chosen by a caller to identify retries of the same request. */
public record IdempotencyKey(String value) {

    private static final int MAX_LENGTH = 128;

    /**
     * Parses a key.
     *
     * @throws InvalidValueException if the text is not a valid key
     */
    public static IdempotencyKey parse(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH || !text.chars().allMatch(c -> c >= '!' && c <= '~')) {
            throw new InvalidValueException("must be 1 to " + MAX_LENGTH + " visible ASCII characters");
        }
        return new IdempotencyKey(text);
    }
}
