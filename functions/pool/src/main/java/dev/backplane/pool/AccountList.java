package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The lists of accounts: all of them, one for each state, and two across states. */
public enum AccountList {
    ALL,
    /** The accounts that are held, in any state. */
    HELD,
    /** The accounts that refused to revoke the sessions of their leases. */
    UNREVOKED,
    INITIAL,
    AVAILABLE,
    LEASED,
    DIRTY,
    CLEANING,
    FAILED;

    /** Returns the name of the list in requests and responses. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the list of the accounts in a state. */
    public static AccountList of(AccountState state) {
        return valueOf(state.name());
    }

    /**
     * Parses the name of a list.
     *
     * @throws InvalidValueException if there is no such list
     */
    public static AccountList parse(String text) {
        return Arrays.stream(values())
                .filter(list -> list.value().equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be one of "
                        + Arrays.stream(values()).map(AccountList::value).collect(Collectors.joining(", "))));
    }

    /** Returns the state of the accounts in the list, unless it has accounts in any state. */
    public Optional<AccountState> state() {
        return AccountState.find(value());
    }

    /** Returns whether an account belongs to the list. */
    public boolean includes(Account account) {
        return switch (this) {
            case ALL -> true;
            case HELD -> account.isHeld();
            case UNREVOKED ->
                account.marks().revocation().filter(Revocation::isPending).isPresent();
            case AVAILABLE -> account.state() == AccountState.AVAILABLE && !account.isHeld();
            case INITIAL, LEASED, DIRTY, CLEANING, FAILED -> account.state() == state().orElseThrow();
        };
    }
}
