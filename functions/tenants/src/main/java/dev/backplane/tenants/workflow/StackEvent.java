package dev.backplane.tenants.workflow;

import dev.backplane.tenants.workflow.StackState.Aim;
import java.util.List;
import java.util.Optional;

/**
 * An event in the history of a stack.
 *
 * @param ofStack whether the event is about the stack itself and not about a resource in it
 */
record StackEvent(String logicalId, String status, String reason, boolean ofStack) {

    /** Returns whether an operation on the stack began with this event. */
    boolean begins(Aim aim) {
        return ofStack
                && switch (aim) {
                    case CREATE -> status.equals("CREATE_IN_PROGRESS") || status.equals("UPDATE_IN_PROGRESS");
                    case UPDATE -> status.equals("UPDATE_IN_PROGRESS");
                    case DELETE -> status.equals("DELETE_IN_PROGRESS");
                };
    }

    /**
     * Returns the reason of the first failure; later ones are consequences of it.
     *
     * @param newestFirst the events of the operation, newest first
     */
    static Optional<String> firstReason(List<StackEvent> newestFirst) {
        return newestFirst.reversed().stream()
                .filter(event -> event.status.endsWith("_FAILED") && event.hasCause())
                .min((one, other) -> Boolean.compare(one.ofStack, other.ofStack))
                .map(event -> event.logicalId + ": " + event.reason);
    }

    // CloudFormation cancels the other resources in progress when one fails.
    private boolean hasCause() {
        return !reason.isBlank() && !reason.endsWith("cancelled") && !reason.endsWith("Cancelled");
    }
}
