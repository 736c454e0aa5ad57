package dev.backplane.tenants.api;

import dev.backplane.platform.http.InputType;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;

/** The types of path values that several operations share. */
final class Fields {

    static final InputType<TenantId> TENANT = InputType.text(TenantId::parse);
    static final InputType<StackVersion> VERSION = InputType.text(StackVersion::parse);

    private Fields() {}
}
