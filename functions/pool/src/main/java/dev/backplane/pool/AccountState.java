package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where an account stands in its life; {@link Transition} says where it may go from there. */
public enum AccountState {
    /** Added, and not ready yet. */
    INITIAL,
    /** It can be leased. */
    AVAILABLE,
    /** A user has a lease of it. */
    LEASED,
    /** Its lease has ended; it must be cleaned. */
    DIRTY,
    /** It is being cleaned. */
    CLEANING,
    /** It could not be cleaned, or was put aside by hand. */
    FAILED;

    /** Returns the word that is stored and answered. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the state of a word, if it is one. */
    public static Optional<AccountState> find(String word) {
        return Arrays.stream(values())
                .filter(state -> state.word().equals(word))
                .findFirst();
    }

    /**
     * Reads a word.
     *
     * @throws InvalidValueException when it is not a state
     */
    public static AccountState parse(String word) {
        return find(word)
                .orElseThrow(() -> new InvalidValueException("must be one of "
                        + Stream.of(values()).map(AccountState::word).collect(Collectors.joining(", "))));
    }
}
