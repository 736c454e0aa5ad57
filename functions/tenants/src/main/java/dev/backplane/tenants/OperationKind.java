package dev.backplane.tenants;

/** The kinds of operations on a tenant or on all tenants. */
public enum OperationKind {
    CREATE,
    UPDATE,
    DELETE,
    /** The update of all tenants. */
    UPGRADE
}
