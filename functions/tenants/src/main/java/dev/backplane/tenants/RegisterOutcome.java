package dev.backplane.tenants;

/** The result of registering a tenant. */
public sealed interface RegisterOutcome {

    /**
     * The tenant is registered.
     *
     * @param created whether it was unknown before
     */
    record Registered(Tenant tenant, boolean created) implements RegisterOutcome {}

    /** The tenant is deleted or being deleted. */
    record Deleted() implements RegisterOutcome {}
}
