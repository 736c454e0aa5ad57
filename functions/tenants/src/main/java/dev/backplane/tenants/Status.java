package dev.backplane.tenants;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;

/** The status of a run. */
public enum Status {
    STARTED("Started"),
    FAILURE("Failure"),
    SUCCESS("Success");

    private final String value;

    Status(String value) {
        this.value = value;
    }

    /**
     * Parses a stored status.
     *
     * @throws InvalidValueException if the text is not a valid status
     */
    public static Status parse(String text) {
        return Arrays.stream(values())
                .filter(status -> status.value.equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("not a status: " + text));
    }

    /** Returns the status as stored, and as callers see it. */
    public String value() {
        return value;
    }
}
