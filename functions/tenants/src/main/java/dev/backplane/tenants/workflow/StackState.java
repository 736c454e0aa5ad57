package dev.backplane.tenants.workflow;

import java.util.Map;
import java.util.Set;

/** The meaning of a stack's status for an operation on it; only the statuses named here are a success. */
enum StackState {
    /** The operation has not ended. */
    IN_PROGRESS("InProgress"),
    /** The operation succeeded. */
    SUCCEEDED("Succeeded"),
    /** The operation failed. */
    FAILED("Failed"),
    /** The stack exists, and its deletion has not begun. */
    PRESENT("Present");

    /** The operations on a stack. */
    enum Aim {
        CREATE,
        UPDATE,
        DELETE
    }

    // A stack that is taken over may have been updated since.
    private static final Map<Aim, Set<String>> SUCCESSES = Map.of(
            Aim.CREATE, Set.of("CREATE_COMPLETE", "UPDATE_COMPLETE"),
            Aim.UPDATE, Set.of("UPDATE_COMPLETE"),
            Aim.DELETE, Set.of("DELETE_COMPLETE"));

    private final String value;

    StackState(String value) {
        this.value = value;
    }

    /** Returns the state as the state machines read it. */
    String value() {
        return value;
    }

    static StackState of(Aim aim, String status) {
        if (status.endsWith("_IN_PROGRESS")) {
            return IN_PROGRESS;
        }
        if (SUCCESSES.getOrDefault(aim, Set.of()).contains(status)) {
            return SUCCEEDED;
        }
        return aim == Aim.DELETE && !status.equals("DELETE_FAILED") ? PRESENT : FAILED;
    }
}
