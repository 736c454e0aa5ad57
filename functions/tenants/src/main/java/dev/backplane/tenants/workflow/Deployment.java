package dev.backplane.tenants.workflow;

import dev.backplane.tenants.StackVersion;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * What came of a wish to deploy, as the state machines read it.
 *
 * @param outcome {@code deploying}, {@code unchanged}, {@code settling}, {@code deleting} or {@code failed}
 * @param version the definition that the stack has, or will have when it is deployed
 * @param reason why it failed
 */
@Json
record Deployment(
        String outcome,
        @Nullable String stackId,
        @Nullable String status,
        @Nullable String version,
        @Nullable String reason) {

    /** CloudFormation is at work on it. */
    static Deployment deploying(String stackId, StackVersion version) {
        return new Deployment("deploying", stackId, null, version.value(), null);
    }

    /** The stack is as it is to be. */
    static Deployment unchanged(TenantStack stack, StackVersion version) {
        return new Deployment("unchanged", stack.id(), stack.status(), version.value(), null);
    }

    /** Something else is being done to the stack; ask again. */
    static Deployment settling(TenantStack stack) {
        return new Deployment("settling", stack.id(), stack.status(), null, null);
    }

    /** There was a stack a moment ago; ask again. */
    static Deployment settling() {
        return new Deployment("settling", null, null, null, null);
    }

    /** CloudFormation refuses for a reason that may pass; ask again. */
    static Deployment settling(String reason) {
        return new Deployment("settling", null, null, null, reason);
    }

    /** The tenant is being deleted: nothing is deployed. */
    static Deployment deleting() {
        return new Deployment("deleting", null, null, null, "The tenant is being deleted.");
    }

    /** Asking again would change nothing. */
    static Deployment failed(String reason) {
        return new Deployment("failed", null, null, null, reason);
    }
}
