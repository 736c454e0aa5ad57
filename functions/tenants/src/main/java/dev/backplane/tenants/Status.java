package dev.backplane.tenants;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;

/** How far a run is with what it was started for. */
public enum Status {
    STARTED("Started"),
    FAILURE("Failure"),
    SUCCESS("Success");

    private final String word;

    Status(String word) {
        this.word = word;
    }

    /**
     * Reads what a row holds.
     *
     * @throws InvalidValueException when it is no status
     */
    public static Status parse(String text) {
        return Arrays.stream(values())
                .filter(status -> status.word.equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("not a status: " + text));
    }

    /** Returns the status as rows and callers have it. */
    public String word() {
        return word;
    }
}
