package dev.backplane.tenants;

import dev.backplane.platform.settings.Settings;

/** The settings that the service's functions read; each function has those that it needs and no others. */
public final class TenantsSettings {

    /** The name of the service, in log lines, metrics and events. */
    public static final String SERVICE = "tenants";

    /** How long the prefix of stacks may be, so that the names of queues stay within the 80 characters of SQS. */
    public static final int MAX_PREFIX_LENGTH = 80 - "-".length() - TenantId.MAX_LENGTH - "-inbound".length();

    public static final String TENANT_TABLE = "TENANT_TABLE";

    /** The version of the definition that tenants are brought to, from {@code version.txt}. */
    public static final String TENANT_STACK_VERSION = "TENANT_STACK_VERSION";

    /** Where the definition is, as an address that CloudFormation reads. */
    public static final String TENANT_TEMPLATE_URL = "TENANT_TEMPLATE_URL";

    /** What the name of every tenant's stack begins with. */
    public static final String TENANT_STACK_PREFIX = "TENANT_STACK_PREFIX";

    /** The role that CloudFormation takes on to make what a tenant's stack holds. */
    public static final String TENANT_STACK_ROLE = "TENANT_STACK_ROLE";

    /** The function that a tenant's stack has write the tenant's row. */
    public static final String METADATA_FUNCTION = "METADATA_FUNCTION";

    /** The queue that messages of all tenants end in that nobody could handle. */
    public static final String TENANT_DLQ = "TENANT_DLQ";

    public static final String CREATE_MACHINE = "CREATE_MACHINE";
    public static final String UPDATE_MACHINE = "UPDATE_MACHINE";
    public static final String DELETE_MACHINE = "DELETE_MACHINE";
    public static final String UPGRADE_MACHINE = "UPGRADE_MACHINE";

    private TenantsSettings() {}

    /** Returns the version that tenants are brought to. */
    public static StackVersion stackVersion(Settings settings) {
        return settings.read(reader -> StackVersion.parse(reader.text(TENANT_STACK_VERSION)));
    }

    /** Returns the name that the stack of a tenant has. */
    public static String stackName(String prefix, TenantId tenant) {
        return prefix + "-" + tenant;
    }

    /** The definition of tenants' stacks that is current. */
    public record Release(StackVersion version, String templateUrl) {}

    /**
     * What every tenant's stack is made with.
     *
     * @param release the definition that was deployed together with the function that deploys it
     * @param prefix what the names of the stacks begin with
     */
    public record StackSettings(Release release, String prefix, String role, String metadataFunction, String dlq) {

        public static StackSettings from(Settings settings) {
            return settings.read(reader -> {
                String version = reader.text(TENANT_STACK_VERSION);
                String templateUrl = reader.text(TENANT_TEMPLATE_URL);
                String prefix = reader.text(TENANT_STACK_PREFIX);
                String role = reader.text(TENANT_STACK_ROLE);
                String metadataFunction = reader.text(METADATA_FUNCTION);
                String dlq = reader.text(TENANT_DLQ);
                Release release = new Release(StackVersion.parse(version), templateUrl);
                return new StackSettings(release, prefix, role, metadataFunction, dlq);
            });
        }

        /** Returns the name that the stack of a tenant has. */
        public String nameOf(TenantId tenant) {
            return stackName(prefix, tenant);
        }
    }
}
