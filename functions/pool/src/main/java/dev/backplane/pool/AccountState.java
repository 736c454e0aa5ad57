package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The state of an account; {@link Transition} defines how it changes. */
public enum AccountState {
    /** Added, and not available yet. */
    INITIAL,
    /** Can be leased. */
    AVAILABLE,
    /** Leased to a user. */
    LEASED,
    /** Must be cleaned, because its lease has ended. */
    DIRTY,
    /** Being cleaned. */
    CLEANING,
    /** Could not be cleaned, or was marked as failed by an operator. */
    FAILED;

    /** Returns the name of the state in items and responses. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the state with a name, if there is one. */
    public static Optional<AccountState> find(String value) {
        return Arrays.stream(values())
                .filter(state -> state.value().equals(value))
                .findFirst();
    }

    /**
     * Parses the name of a state.
     *
     * @throws InvalidValueException if it is not a state
     */
    public static AccountState parse(String value) {
        return find(value)
                .orElseThrow(() -> new InvalidValueException("must be one of "
                        + Stream.of(values()).map(AccountState::value).collect(Collectors.joining(", "))));
    }
}
