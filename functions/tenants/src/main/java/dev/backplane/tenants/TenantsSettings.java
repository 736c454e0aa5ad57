package dev.backplane.tenants;

import dev.backplane.platform.settings.Settings;
import java.util.Optional;
import java.util.Set;

/** The settings of the service's functions; each function has only the ones that it needs. */
public final class TenantsSettings {

    /** The name of the service, in log lines, metrics and events. */
    public static final String SERVICE = "tenants";

    /** The longest stack prefix for which the names of queues stay within the 80 characters that SQS allows. */
    public static final int MAX_PREFIX_LENGTH = 80 - "-".length() - TenantId.MAX_LENGTH - "-inbound".length();

    public static final String TENANT_TABLE = "TENANT_TABLE";

    /** The current version of the tenant stack definition, from {@code version.txt}. */
    public static final String TENANT_STACK_VERSION = "TENANT_STACK_VERSION";

    /** The URL of the tenant template, for CloudFormation. */
    public static final String TENANT_TEMPLATE_URL = "TENANT_TEMPLATE_URL";

    /** The prefix of the names of tenants' stacks. */
    public static final String TENANT_STACK_PREFIX = "TENANT_STACK_PREFIX";

    /** The role that CloudFormation assumes to create the resources of a tenant's stack. */
    public static final String TENANT_STACK_ROLE = "TENANT_STACK_ROLE";

    /** The function behind the custom resource that writes a tenant's row. */
    public static final String METADATA_FUNCTION = "METADATA_FUNCTION";

    /** The dead-letter queue of all tenants' queues. */
    public static final String TENANT_DLQ = "TENANT_DLQ";

    /** Whether the first request for a queue provisions a tenant that is not registered. */
    public static final String TENANT_ONBOARDING = "TENANT_ONBOARDING";

    /** The names of the tiers, separated by commas. */
    public static final String TENANT_TIERS = "TENANT_TIERS";

    /** The values of the setting of onboarding: any tenant is provisioned on first use, or registered ones only. */
    public static final String OPEN = "open";

    public static final String REGISTERED = "registered";

    /** The form of the name of a tier. */
    public static final String TIER_FORM = "[a-z][a-z0-9-]{0,31}";

    public static final String CREATE_MACHINE = "CREATE_MACHINE";
    public static final String UPDATE_MACHINE = "UPDATE_MACHINE";
    public static final String DELETE_MACHINE = "DELETE_MACHINE";
    public static final String UPGRADE_MACHINE = "UPGRADE_MACHINE";

    private TenantsSettings() {}

    /** Returns the current version of the tenant stack definition. */
    public static StackVersion stackVersion(Settings settings) {
        return settings.read(reader -> StackVersion.parse(reader.text(TENANT_STACK_VERSION)));
    }

    /** Returns which tenants are provisioned on first use; only registered ones unless the setting says otherwise. */
    public static Onboarding onboarding(Settings settings) {
        return settings.find(TENANT_ONBOARDING).equals(Optional.of(OPEN)) ? Onboarding.OPEN : Onboarding.REGISTERED;
    }

    /** Returns the names of the tiers. */
    public static Set<String> tiers(Settings settings) {
        return settings.find(TENANT_TIERS)
                .map(text -> Set.of(text.split(",", -1)))
                .orElseGet(Set::of);
    }

    /** Returns the name of a tenant's stack. */
    public static String stackName(String prefix, TenantId tenant) {
        return prefix + "-" + tenant;
    }

    /** The current tenant stack definition. */
    public record Release(StackVersion version, String templateUrl) {}

    /**
     * The inputs of every tenant's stack.
     *
     * @param release the definition that was deployed together with the function
     * @param prefix the prefix of the names of the stacks
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

        public String nameOf(TenantId tenant) {
            return stackName(prefix, tenant);
        }
    }
}
