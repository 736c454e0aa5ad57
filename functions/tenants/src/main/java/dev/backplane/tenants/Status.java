package dev.backplane.tenants;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;

/** The status of a run. */
public enum Status {
    STARTED("Started"),
    FAILURE("Failure"),
    SUCCESS("Success");

    private final String word;

    Status(String word) {
        this.word = word;
    }

    /**
     * Parses a stored status.
     *
     * @throws InvalidValueException if the text is not a valid status
     */
    public static Status parse(String text) {
        return Arrays.stream(values())
                .filter(status -> status.word.equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("not a status: " + text));
    }

    /** Returns the status as stored, and as callers see it. */
    public String word() {
        return word;
    }
}
