package dev.backplane.tenants.workflow;

import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * The status report of a stack for the state machines.
 *
 * @param state {@code InProgress}, {@code Succeeded}, {@code Failed}, or {@code Present} before a deletion
 * @param status the status in CloudFormation
 */
@Json
record StackReport(
        String state,
        String status,
        @Nullable String stackId,
        @Nullable String reason) {

    static StackReport of(StackState state, TenantStack stack) {
        return new StackReport(state.value(), stack.status(), stack.id(), null);
    }

    static StackReport failed(TenantStack stack, String reason) {
        return new StackReport(StackState.FAILED.value(), stack.status(), stack.id(), reason);
    }

    /** Reports that the stack does not exist, which is a success of a deletion only. */
    static StackReport gone(StackState.Aim aim) {
        StackState state = StackState.of(aim, "DELETE_COMPLETE");
        return new StackReport(
                state.value(),
                "DELETE_COMPLETE",
                null,
                state == StackState.FAILED ? "The tenant's stack does not exist." : null);
    }
}
