package dev.backplane.tenants.workflow;

import dev.backplane.tenants.TenantId;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * A request of a state machine for the status of a stack.
 *
 * @param operation the operation on the stack
 * @param stackId absent while only the stack's name is known
 */
@Json
record StatusRequest(
        String operation, String tenantId, @Nullable String stackId) {

    StackState.Aim aim() {
        return StackState.Aim.valueOf(operation);
    }

    TenantId tenant() {
        return TenantId.parse(tenantId);
    }
}
