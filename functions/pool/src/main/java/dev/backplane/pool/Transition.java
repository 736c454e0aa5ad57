package dev.backplane.pool;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The changes of an account's state. */
public enum Transition {
    CLAIM,
    END,
    START_CLEANUP,
    CLEANED,
    CLEANUP_FAILED,
    GIVEN_UP,
    MARK_AVAILABLE,
    MARK_DIRTY,
    MARK_FAILED,
    /** An operator has an account cleaned again, in a stage that cleans accounts itself. */
    CLEAN_AGAIN,
    /** The workflow that cleans an account ended without a result. */
    ABANDON;

    /** Returns the states from which it is possible. */
    public Set<AccountState> from() {
        return switch (this) {
            case CLAIM, MARK_DIRTY, MARK_FAILED -> EnumSet.of(AccountState.AVAILABLE);
            case END -> EnumSet.of(AccountState.LEASED);
            case START_CLEANUP, MARK_AVAILABLE, CLEAN_AGAIN ->
                EnumSet.of(AccountState.INITIAL, AccountState.DIRTY, AccountState.FAILED);
            case CLEANED, CLEANUP_FAILED, GIVEN_UP -> EnumSet.of(AccountState.CLEANING);
            case ABANDON -> EnumSet.of(AccountState.DIRTY, AccountState.CLEANING);
        };
    }

    /** Returns the state that it leads to. */
    public AccountState to() {
        return switch (this) {
            case CLAIM -> AccountState.LEASED;
            case END, CLEANUP_FAILED, MARK_DIRTY, CLEAN_AGAIN -> AccountState.DIRTY;
            case START_CLEANUP -> AccountState.CLEANING;
            case CLEANED, MARK_AVAILABLE -> AccountState.AVAILABLE;
            case GIVEN_UP, MARK_FAILED, ABANDON -> AccountState.FAILED;
        };
    }

    public boolean startsAt(AccountState state) {
        return from().contains(state);
    }

    /** Returns whether it changes the state from the source to the target. */
    public boolean leads(AccountState source, AccountState target) {
        return startsAt(source) && to() == target;
    }

    /** Returns the transition by which an operator sets a state, if there is one. */
    public static Optional<Transition> byOperator(AccountState to) {
        return switch (to) {
            case AVAILABLE -> Optional.of(MARK_AVAILABLE);
            case DIRTY -> Optional.of(MARK_DIRTY);
            case FAILED -> Optional.of(MARK_FAILED);
            case INITIAL, LEASED, CLEANING -> Optional.empty();
        };
    }
}
