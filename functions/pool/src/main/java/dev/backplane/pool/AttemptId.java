package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;

/** The id of an attempt to clean an account, which is required to finish the attempt. */
public record AttemptId(String value) {

    private static final String FORM = "[A-Za-z0-9-]{1,64}";

    /**
     * Parses the id in a request.
     *
     * @throws InvalidValueException if it is not a valid id
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
