package dev.backplane.tenants;

/** What is done to a tenant, or to all of them. */
public enum Kind {
    CREATE,
    UPDATE,
    DELETE,
    /** The update of all tenants. */
    UPGRADE
}
