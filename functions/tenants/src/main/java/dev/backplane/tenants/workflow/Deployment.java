package dev.backplane.tenants.workflow;

import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * What came of a wish to deploy, as the state machines read it.
 *
 * @param outcome {@code deploying}, {@code unchanged}, {@code settling} or {@code failed}
 * @param reason why it failed
 */
@Json
record Deployment(
        String outcome,
        @Nullable String stackId,
        @Nullable String status,
        @Nullable String reason) {

    /** CloudFormation is at work on it. */
    static Deployment deploying(String stackId) {
        return new Deployment("deploying", stackId, null, null);
    }

    /** The stack is as it is to be. */
    static Deployment unchanged(TenantStack stack) {
        return new Deployment("unchanged", stack.id(), stack.status(), null);
    }

    /** Something else is being done to the stack; ask again. */
    static Deployment settling(TenantStack stack) {
        return new Deployment("settling", stack.id(), stack.status(), null);
    }

    /** There was a stack a moment ago; ask again. */
    static Deployment settling() {
        return new Deployment("settling", null, null, null);
    }

    /** Asking again would change nothing. */
    static Deployment failed(String reason) {
        return new Deployment("failed", null, null, reason);
    }
}
