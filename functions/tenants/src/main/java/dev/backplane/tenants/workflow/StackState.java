package dev.backplane.tenants.workflow;

import java.util.Map;
import java.util.Set;

/** What the status of a stack means for what was done to it; only states that are named here are a success. */
enum StackState {
    /** It is not settled yet. */
    IN_PROGRESS("InProgress"),
    /** What was wanted is done. */
    SUCCEEDED("Succeeded"),
    /** What was wanted will not come of it. */
    FAILED("Failed"),
    /** It is there, settled, and nobody has begun to delete it. */
    PRESENT("Present");

    /** What is done to a stack. */
    enum Aim {
        CREATE,
        UPDATE,
        DELETE
    }

    // A stack that is taken over may have been updated on its way.
    private static final Map<Aim, Set<String>> SUCCESSES = Map.of(
            Aim.CREATE, Set.of("CREATE_COMPLETE", "UPDATE_COMPLETE"),
            Aim.UPDATE, Set.of("UPDATE_COMPLETE"),
            Aim.DELETE, Set.of("DELETE_COMPLETE"));

    private final String word;

    StackState(String word) {
        this.word = word;
    }

    /** Returns the state as the state machines read it. */
    String word() {
        return word;
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
