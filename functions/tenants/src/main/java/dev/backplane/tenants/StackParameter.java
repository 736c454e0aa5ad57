package dev.backplane.tenants;

import java.util.Set;

/** The names of the parameters that the service gives to tenants' stacks. */
public final class StackParameter {

    public static final String TENANT_ID = "TenantId";
    public static final String STACK_VERSION = "StackVersion";
    public static final String EXECUTION = "Execution";
    public static final String METADATA_FUNCTION = "MetadataFunctionArn";

    /** The dead-letter queue that tenants share. */
    public static final String INBOUND_DLQ = "InboundDlqArn";

    /** The tenant's tier; a template gives its own value for tenants without one. */
    public static final String TIER = "Tier";

    /** The parameters that every template declares, because its custom resource needs them. */
    public static final Set<String> REQUIRED = Set.of(TENANT_ID, STACK_VERSION, EXECUTION, METADATA_FUNCTION);

    private static final Set<String> OF_THE_SERVICE =
            Set.of(TENANT_ID, STACK_VERSION, EXECUTION, METADATA_FUNCTION, INBOUND_DLQ, TIER);

    private StackParameter() {}

    /** Returns whether the service sets the parameter, and not the operator. */
    public static boolean isOfTheService(String name) {
        return OF_THE_SERVICE.contains(name);
    }
}
