package dev.backplane.tenants;

import dev.backplane.platform.Texts;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.settings.Settings;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

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

    /** The names of the parameters that the tenant template declares, separated by commas. */
    public static final String TENANT_STACK_PARAMETERS = "TENANT_STACK_PARAMETERS";

    /** The values of the operator's parameters by tier, as JSON; under an empty name for tenants without a tier. */
    public static final String TENANT_TIER_PARAMETERS = "TENANT_TIER_PARAMETERS";

    /** The digests of the operator's template and parameters by tier; absent for the built-in template. */
    public static final String TENANT_STACK_INPUTS = "TENANT_STACK_INPUTS";

    /** The capability that CloudFormation requires for the operator's template. */
    public static final String TENANT_STACK_CAPABILITY = "TENANT_STACK_CAPABILITY";

    /** The URL of the queue for events that could not be forwarded. */
    public static final String FORWARDING_DLQ = "FORWARDING_DLQ";

    /** The ARN of the role whose sessions the clients of tenants use. */
    public static final String TENANT_QUEUE_ROLE = "TENANT_QUEUE_ROLE";

    /** Present if the queues of tenants may be encrypted with keys of KMS. */
    public static final String TENANT_QUEUE_KEYS = "TENANT_QUEUE_KEYS";

    /** The clients that get credentials for their own tenant only, and these tenants: {@code client=tenant,...}. */
    public static final String TENANT_CLIENTS = "TENANT_CLIENTS";

    /** The URL of the queue of tenants that were suspended or resumed. */
    public static final String SUSPENSION_QUEUE = "SUSPENSION_QUEUE";

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

    /** Returns the tenants of machine clients, by the client's id in lower case. */
    public static Map<String, TenantId> clients(Settings settings) {
        Map<String, TenantId> clients = new TreeMap<>();
        settings.find(TENANT_CLIENTS).stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(entry -> entry.split("=", 2))
                .forEach(entry -> clients.put(Texts.lowerCase(entry[0]), TenantId.parse(entry[1])));
        return clients;
    }

    /** Returns what stacks are deployed with besides the version. */
    public static StackInputs stackInputs(Settings settings) {
        return settings.find(TENANT_STACK_INPUTS).map(StackInputs::parse).orElse(StackInputs.BUILT_IN);
    }

    /** Returns the name of a tenant's stack. */
    public static String stackName(String prefix, TenantId tenant) {
        return prefix + "-" + tenant;
    }

    /**
     * The current tenant stack definition.
     *
     * @param parameters the names of the parameters that the template declares
     * @param tierParameters the values of the operator's parameters by tier
     * @param capability what CloudFormation requires for a template with IAM resources
     */
    public record Release(
            StackVersion version,
            String templateUrl,
            Set<String> parameters,
            Map<String, Map<String, String>> tierParameters,
            StackInputs inputs,
            Optional<String> capability) {

        /** Returns whether the stage has the tier, or does not distinguish tiers. */
        public boolean knows(Optional<String> tier) {
            return tierParameters.isEmpty() || tierParameters.containsKey(StackInputs.key(tier));
        }

        /** Returns the values of the operator's parameters for a tier. */
        public Map<String, String> parametersOf(Optional<String> tier) {
            return tierParameters.getOrDefault(StackInputs.key(tier), Map.of());
        }
    }

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
                String parameters = reader.text(TENANT_STACK_PARAMETERS);
                Release release = new Release(
                        StackVersion.parse(version),
                        templateUrl,
                        Set.of(parameters.split(",", -1)),
                        settings.find(TENANT_TIER_PARAMETERS)
                                .map(TenantsSettings::tierParameters)
                                .orElseGet(Map::of),
                        stackInputs(settings),
                        settings.find(TENANT_STACK_CAPABILITY));
                return new StackSettings(release, prefix, role, metadataFunction, dlq);
            });
        }

        public String nameOf(TenantId tenant) {
            return stackName(prefix, tenant);
        }
    }

    private static Map<String, Map<String, String>> tierParameters(String json) {
        Map<String, Map<String, String>> tiers = new TreeMap<>();
        members(parse(json)).forEach((tier, values) -> {
            Map<String, String> texts = new TreeMap<>();
            members(values).forEach((name, value) -> texts.put(name, ((Text) value).value()));
            tiers.put(tier, texts);
        });
        return tiers;
    }

    private static JsonValue parse(String json) {
        try {
            return JsonValue.parse(json);
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException(TENANT_TIER_PARAMETERS + " is not JSON", e);
        }
    }

    private static Map<String, JsonValue> members(JsonValue value) {
        return ((Obj) value).members();
    }
}
