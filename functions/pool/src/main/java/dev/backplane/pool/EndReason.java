package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.Locale;

/** Why a lease ended. */
public enum EndReason {
    /** The user ended it. */
    RELEASED,
    /** An operator ended it. */
    REVOKED,
    /** Its time ended. */
    EXPIRED,
    /** Its spend reached its budget. */
    BUDGET,
    /** Its account was quarantined. */
    QUARANTINED;

    /** Returns the name of the reason in items and responses. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Parses a stored reason.
     *
     * @throws InvalidValueException if it is not a reason
     */
    public static EndReason parse(String value) {
        return Arrays.stream(values())
                .filter(reason -> reason.value().equals(value))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("not a reason: " + value));
    }

    /**
     * Parses the reason in a request; only the service sets the other reasons.
     *
     * @throws InvalidValueException if a request cannot have it
     */
    public static EndReason parseRequested(String value) {
        return Arrays.stream(values())
                .filter(reason -> (reason == RELEASED || reason == REVOKED)
                        && reason.value().equals(value))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be one of released, revoked"));
    }
}
