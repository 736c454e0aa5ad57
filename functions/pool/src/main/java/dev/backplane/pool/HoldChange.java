package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.Locale;

/** What happened to the hold of an account. */
public enum HoldChange {
    HELD,
    QUARANTINED,
    RELEASED;

    /** Returns the name of the change in items and responses. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Parses a stored change.
     *
     * @throws InvalidValueException if it is not a change
     */
    public static HoldChange parse(String value) {
        return Arrays.stream(values())
                .filter(change -> change.value().equals(value))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("not a change: " + value));
    }
}
