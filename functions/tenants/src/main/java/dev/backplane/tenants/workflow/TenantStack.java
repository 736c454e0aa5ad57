package dev.backplane.tenants.workflow;

import dev.backplane.tenants.TenantId;
import java.util.Optional;

/**
 * A stack as CloudFormation describes it.
 *
 * @param tenant what its tag says whose it is
 * @param version what it was last deployed with
 */
record TenantStack(String id, String status, Optional<String> tenant, Optional<String> version) {

    static final String TENANT_TAG = "TenantId";
    static final String GENERATION_TAG = "Generation";
    static final String VERSION_PARAMETER = "StackVersion";

    boolean isOf(TenantId wanted) {
        return tenant.equals(Optional.of(wanted.value()));
    }

    /** Says whether CloudFormation is at work on it. */
    boolean isInProgress() {
        return status.endsWith("_IN_PROGRESS");
    }

    boolean isGone() {
        return status.equals("DELETE_COMPLETE");
    }
}
