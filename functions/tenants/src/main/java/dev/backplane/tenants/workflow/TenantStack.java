package dev.backplane.tenants.workflow;

import dev.backplane.tenants.TenantId;
import java.util.Optional;

/**
 * A stack as CloudFormation describes it.
 *
 * @param tenant the tenant in the stack's tag
 * @param version the definition that was last deployed
 */
record TenantStack(String id, String status, Optional<String> tenant, Optional<String> version) {

    static final String TENANT_TAG = "TenantId";
    static final String GENERATION_TAG = "Generation";

    boolean isOf(TenantId wanted) {
        return tenant.equals(Optional.of(wanted.value()));
    }

    /** Returns whether an operation on the stack is in progress. */
    boolean isInProgress() {
        return status.endsWith("_IN_PROGRESS");
    }

    boolean isGone() {
        return status.equals("DELETE_COMPLETE");
    }
}
