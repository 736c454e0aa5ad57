package dev.backplane.tenants.workflow;

import dev.backplane.tenants.workflow.StackState.Aim;
import java.util.List;
import java.util.Optional;

/**
 * One line of a stack's history.
 *
 * @param ofStack whether it tells of the stack itself, and not of something in it
 */
record StackEvent(String logicalId, String status, String reason, boolean ofStack) {

    /** Says whether what was done last to a stack began with this event. */
    boolean begins(Aim aim) {
        return ofStack
                && switch (aim) {
                    case CREATE -> status.equals("CREATE_IN_PROGRESS") || status.equals("UPDATE_IN_PROGRESS");
                    case UPDATE -> status.equals("UPDATE_IN_PROGRESS");
                    case DELETE -> status.equals("DELETE_IN_PROGRESS");
                };
    }

    /**
     * Finds out why something failed: the first thing that did, for what comes after is only a consequence.
     *
     * @param newestFirst the events from the end back to the one that began it
     */
    static Optional<String> firstReason(List<StackEvent> newestFirst) {
        return newestFirst.reversed().stream()
                .filter(event -> event.status.endsWith("_FAILED") && event.saysWhy())
                .min((one, other) -> Boolean.compare(one.ofStack, other.ofStack))
                .map(event -> event.logicalId + ": " + event.reason);
    }

    // Whatever else was at work is cancelled as soon as one thing fails.
    private boolean saysWhy() {
        return !reason.isBlank() && !reason.endsWith("cancelled") && !reason.endsWith("Cancelled");
    }
}
