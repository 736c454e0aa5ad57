package dev.backplane.tenants.workflow;

import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import io.avaje.jsonb.Json;

/**
 * A request of a state machine to deploy a tenant's stack.
 *
 * @param execution the ARN of the run
 */
@Json
record DeployRequest(String operation, String tenantId, int generation, String version, String execution) {

    StackState.Aim aim() {
        return StackState.Aim.valueOf(operation);
    }

    TenantId tenant() {
        return TenantId.parse(tenantId);
    }

    StackVersion stackVersion() {
        return StackVersion.parse(version);
    }

    /** Returns a token by which CloudFormation recognises repeated requests of this run. */
    String token(String purpose) {
        return execution.substring(execution.lastIndexOf(':') + 1) + "-" + purpose;
    }
}
