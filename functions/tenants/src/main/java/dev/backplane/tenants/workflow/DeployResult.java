package dev.backplane.tenants.workflow;

import dev.backplane.tenants.StackVersion;
import io.avaje.jsonb.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a request to deploy, as the state machines read it.
 *
 * @param outcome {@code deploying}, {@code unchanged}, {@code settling}, {@code deleting} or {@code failed}
 * @param version the definition that the stack has, or will have after the deployment
 * @param inputs the digest of what it is deployed with; absent for the built-in template
 * @param reason why it failed
 */
@Json
record DeployResult(
        String outcome,
        @Nullable String stackId,
        @Nullable String status,
        @Nullable String version,
        @Nullable String inputs,
        @Nullable String reason) {

    static final String DELETING = "deleting";

    /** Reports that CloudFormation is deploying the stack. */
    static DeployResult deploying(String stackId, StackVersion version, Optional<String> inputs) {
        return new DeployResult("deploying", stackId, null, version.value(), inputs.orElse(null), null);
    }

    /** Reports that the stack is up to date. */
    static DeployResult unchanged(TenantStack stack, StackVersion version, Optional<String> inputs) {
        return new DeployResult("unchanged", stack.id(), stack.status(), version.value(), inputs.orElse(null), null);
    }

    /** Reports that another operation on the stack is in progress; the caller tries again. */
    static DeployResult settling(TenantStack stack) {
        return new DeployResult("settling", stack.id(), stack.status(), null, null, null);
    }

    /** Reports that the stack was just deleted; the caller tries again. */
    static DeployResult settling() {
        return new DeployResult("settling", null, null, null, null, null);
    }

    /** Reports a temporary error of CloudFormation; the caller tries again. */
    static DeployResult settling(String reason) {
        return new DeployResult("settling", null, null, null, null, reason);
    }

    /** Reports that nothing is deployed, because the tenant is being deleted. */
    static DeployResult deleting() {
        return new DeployResult(DELETING, null, null, null, null, "The tenant is being deleted.");
    }

    /** Reports a failure that a retry would not fix. */
    static DeployResult failed(String reason) {
        return new DeployResult("failed", null, null, null, null, reason);
    }
}
