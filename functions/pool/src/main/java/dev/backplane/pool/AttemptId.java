package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;

/** The id of one attempt to clean an account, which is needed to finish it. */
public record AttemptId(String value) {

    private static final String FORM = "[A-Za-z0-9-]{1,64}";

    /**
     * Reads what a caller sent.
     *
     * @throws InvalidValueException when no attempt can have that name
     */
    public static AttemptId parse(String text) {
        if (!text.matches(FORM)) {
            throw new InvalidValueException("must be 1 to 64 letters, digits and hyphens");
        }
        return new AttemptId(text);
    }

    @Override
    public String toString() {
        return value;
    }
}
