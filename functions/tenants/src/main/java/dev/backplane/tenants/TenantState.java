package dev.backplane.tenants;

import java.util.Locale;
import java.util.Optional;

/** The state of a tenant, as lists show it. */
public enum TenantState {
    /** The tenant's stack is being created. */
    PROVISIONING,
    /** The tenant has a queue. */
    READY,
    /** The creation or the deletion failed, or the stack was removed. */
    FAILED,
    /** The tenant is being deleted. */
    DELETING,
    DELETED;

    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Decides from the rows of a tenant.
     *
     * @param deletion of the current generation only
     */
    static TenantState of(boolean provisioned, Optional<Status> creation, Optional<Status> deletion) {
        if (deletion.isPresent()) {
            return switch (deletion.get()) {
                case STARTED -> DELETING;
                case SUCCESS -> DELETED;
                case FAILURE -> FAILED;
            };
        }
        if (provisioned) {
            return READY;
        }
        return creation.equals(Optional.of(Status.STARTED)) ? PROVISIONING : FAILED;
    }
}
