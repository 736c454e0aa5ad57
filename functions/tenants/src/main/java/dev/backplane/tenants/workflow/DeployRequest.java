package dev.backplane.tenants.workflow;

import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import io.avaje.jsonb.Json;

/**
 * What a state machine wants deployed.
 *
 * @param execution the ARN of the run that wants it
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

    /** Returns a token by which CloudFormation knows a repeated request of this run. */
    String token(String purpose) {
        return execution.substring(execution.lastIndexOf(':') + 1) + "-" + purpose;
    }
}
