package dev.backplane.infra.settings;

import dev.backplane.tenants.TenantsSettings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The settings of a stage for tenants.
 *
 * @param onboarding whether the first request for a queue provisions any tenant, or registered ones only
 * @param tiers the parameters of each tier for the template
 * @param template the operator's template, relative to the root of the project; empty for the built-in one
 * @param permissions what the stacks of this template may do
 * @param forward the prefixes of the detail types of events that are forwarded to the tenants that they name
 * @param clients the machine clients that get credentials for their own tenant only, and these tenants
 */
public record TenantOptions(
        String onboarding,
        SortedMap<String, SortedMap<String, String>> tiers,
        Optional<String> template,
        TenantStackPermissions permissions,
        List<String> forward,
        SortedMap<String, String> clients) {

    private static final List<String> NAMES =
            List.of("clients", "forward", "onboarding", "tiers", "template", "stackRole");
    private static final String CLIENTS = "clients";
    private static final String TEMPLATE = "template";
    private static final String TIERS = "tiers";
    private static final String PARAMETERS = "parameters";
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._:/-]{0,63}");
    private static final int MAX_PREFIXES = 20;
    private static final Pattern ONBOARDING = Pattern.compile(TenantsSettings.OPEN + "|" + TenantsSettings.REGISTERED);
    private static final Pattern TIER = Pattern.compile(TenantsSettings.TIER_FORM);
    private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9]{1,255}");

    // A path inside the project. Hidden files and the parent folder begin with a dot.
    private static final Pattern FILE =
            Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*\\.(json|yaml|yml)");

    private static final int MAX_TIERS = 20;
    private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,45}");
    private static final Pattern CLIENT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    // An environment has 4 KB, and the function has other settings.
    private static final int MAX_CLIENTS_LENGTH = 2500;

    static TenantOptions read(ContextReader reader, String stage) {
        ContextReader tenants = reader.object("tenants", NAMES);
        String otherwise = stage.equals("dev") ? TenantsSettings.OPEN : TenantsSettings.REGISTERED;
        TenantOptions options = new TenantOptions(
                tenants.text("onboarding", ONBOARDING).orElse(otherwise),
                tiers(tenants),
                tenants.text(TEMPLATE, FILE),
                TenantStackPermissions.read(tenants),
                forward(tenants),
                clients(tenants));
        options.requireTemplate(tenants);
        return options;
    }

    private static List<String> forward(ContextReader tenants) {
        List<String> prefixes = tenants.texts("forward");
        tenants.require(
                prefixes.size() <= MAX_PREFIXES
                        && prefixes.stream()
                                .allMatch(prefix -> PREFIX.matcher(prefix).matches()),
                "forward",
                "must have at most " + MAX_PREFIXES + " prefixes that match " + PREFIX);
        return prefixes;
    }

    private static SortedMap<String, String> clients(ContextReader tenants) {
        SortedMap<String, String> clients = new TreeMap<>();
        if (tenants.value(CLIENTS) instanceof Map<?, ?> object) {
            object.forEach((client, tenant) -> clients.put(String.valueOf(client), String.valueOf(tenant)));
        } else {
            tenants.require(!tenants.has(CLIENTS), CLIENTS, "must be an object");
        }
        tenants.require(
                clients.keySet().stream()
                                .allMatch(client -> CLIENT.matcher(client).matches())
                        && clients.keySet().stream()
                                        .map(client -> client.toLowerCase(Locale.ROOT))
                                        .distinct()
                                        .count()
                                == clients.size(),
                CLIENTS,
                "must have names that match " + CLIENT + " and differ not only in case");
        tenants.require(
                clients.values().stream()
                        .allMatch(tenant -> TENANT.matcher(tenant).matches()),
                CLIENTS,
                "must have ids of tenants as values");
        tenants.require(
                clients.toString().length() <= MAX_CLIENTS_LENGTH,
                CLIENTS,
                "must have at most " + MAX_CLIENTS_LENGTH + " characters");
        return clients;
    }

    private void requireTemplate(ContextReader tenants) {
        boolean parameters = tiers.values().stream().anyMatch(values -> !values.isEmpty());
        tenants.require(template.isPresent() || !parameters, TIERS, "can have parameters only with tenants.template");
        tenants.require(template.isPresent() || !tenants.has("stackRole"), "stackRole", "requires tenants.template");
    }

    private static SortedMap<String, SortedMap<String, String>> tiers(ContextReader tenants) {
        SortedSet<String> names = new TreeSet<>();
        if (tenants.value(TIERS) instanceof Map<?, ?> object) {
            object.keySet().forEach(tier -> names.add(String.valueOf(tier)));
        }
        tenants.require(
                names.size() <= MAX_TIERS
                        && names.stream().allMatch(tier -> TIER.matcher(tier).matches()),
                TIERS,
                "must have at most " + MAX_TIERS + " names that match " + TIER);
        ContextReader reader = tenants.object(TIERS, names);
        SortedMap<String, SortedMap<String, String>> tiers = new TreeMap<>();
        names.forEach(tier -> tiers.put(tier, parameters(reader.object(tier, List.of(PARAMETERS)))));
        return tiers;
    }

    private static SortedMap<String, String> parameters(ContextReader tier) {
        SortedMap<String, String> values = new TreeMap<>();
        if (tier.value(PARAMETERS) instanceof Map<?, ?> object) {
            object.forEach((name, value) -> {
                String parameter = String.valueOf(name);
                tier.require(
                        PARAMETER.matcher(parameter).matches(),
                        PARAMETERS + "." + parameter,
                        "must have a name of letters and digits");
                tier.require(
                        value instanceof String || value instanceof Number || value instanceof Boolean,
                        PARAMETERS + "." + parameter,
                        "must be a string, a number or a boolean");
                values.put(parameter, String.valueOf(value));
            });
        } else {
            tier.require(!tier.has(PARAMETERS), PARAMETERS, "must be an object");
        }
        return values;
    }
}
