package dev.backplane.pool;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Every way in which an account changes its state; there is no other. */
public enum Transition {
    CLAIM,
    END,
    START_CLEANUP,
    CLEANED,
    CLEANUP_FAILED,
    GIVEN_UP,
    MARK_AVAILABLE,
    MARK_DIRTY,
    MARK_FAILED;

    /** Returns the states that it starts from. */
    public Set<AccountState> from() {
        return switch (this) {
            case CLAIM, MARK_DIRTY, MARK_FAILED -> EnumSet.of(AccountState.AVAILABLE);
            case END -> EnumSet.of(AccountState.LEASED);
            case START_CLEANUP, MARK_AVAILABLE ->
                EnumSet.of(AccountState.INITIAL, AccountState.DIRTY, AccountState.FAILED);
            case CLEANED, CLEANUP_FAILED, GIVEN_UP -> EnumSet.of(AccountState.CLEANING);
        };
    }

    /** Returns the state that it leads to. */
    public AccountState to() {
        return switch (this) {
            case CLAIM -> AccountState.LEASED;
            case END, CLEANUP_FAILED, MARK_DIRTY -> AccountState.DIRTY;
            case START_CLEANUP -> AccountState.CLEANING;
            case CLEANED, MARK_AVAILABLE -> AccountState.AVAILABLE;
            case GIVEN_UP, MARK_FAILED -> AccountState.FAILED;
        };
    }

    public boolean startsAt(AccountState state) {
        return from().contains(state);
    }

    /** Says whether this is how an account comes from one state to another. */
    public boolean leads(AccountState source, AccountState target) {
        return startsAt(source) && to() == target;
    }

    /** Returns how a state is set by hand, if it can be. */
    public static Optional<Transition> byHand(AccountState to) {
        return switch (to) {
            case AVAILABLE -> Optional.of(MARK_AVAILABLE);
            case DIRTY -> Optional.of(MARK_DIRTY);
            case FAILED -> Optional.of(MARK_FAILED);
            case INITIAL, LEASED, CLEANING -> Optional.empty();
        };
    }
}
