package dev.backplane.tenants.workflow;

import dev.backplane.tenants.TenantId;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * What a state machine wants to know of a stack.
 *
 * @param operation what was done to it
 * @param stackId absent while the stack is only known by the tenant's name
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
