package dev.backplane.tenants;

/** The result of suspending or resuming a tenant. */
public sealed interface SuspensionOutcome {

    /** The tenant is suspended, or is not, as the caller wants it. */
    record Done(Tenant tenant) implements SuspensionOutcome {}

    /** There is no such tenant. */
    record Unknown() implements SuspensionOutcome {}

    /** The tenant is deleted or being deleted. */
    record Deleted() implements SuspensionOutcome {}
}
