package dev.backplane.tenants;

/** The operations on a tenant or on all tenants. */
public enum Kind {
    CREATE,
    UPDATE,
    DELETE,
    /** The update of all tenants. */
    UPGRADE
}
