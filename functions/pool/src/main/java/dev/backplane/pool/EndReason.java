package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.Locale;

/** Why a lease ended. */
public enum EndReason {
    /** Its user gave it back. */
    RELEASED,
    /** An operator took it away. */
    REVOKED,
    /** Its time was over. */
    EXPIRED;

    /** Returns the word that is stored and answered. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a stored word.
     *
     * @throws InvalidValueException when it is not a reason
     */
    public static EndReason parse(String word) {
        return Arrays.stream(values())
                .filter(reason -> reason.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("not a reason: " + word));
    }

    /**
     * Reads a reason that a caller may give; only the service lets a lease expire.
     *
     * @throws InvalidValueException when it is not one of theirs
     */
    public static EndReason parseCallers(String word) {
        return Arrays.stream(values())
                .filter(reason -> reason != EXPIRED && reason.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be one of released, revoked"));
    }
}
