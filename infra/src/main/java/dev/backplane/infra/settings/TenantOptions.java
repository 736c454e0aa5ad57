package dev.backplane.infra.settings;

import dev.backplane.tenants.TenantsSettings;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The settings of a stage for tenants.
 *
 * @param onboarding whether the first request for a queue provisions any tenant, or registered ones only
 * @param tiers the names of the tiers
 */
public record TenantOptions(String onboarding, SortedSet<String> tiers) {

    private static final List<String> NAMES = List.of("onboarding", "tiers");
    private static final Pattern ONBOARDING = Pattern.compile(TenantsSettings.OPEN + "|" + TenantsSettings.REGISTERED);
    private static final Pattern TIER = Pattern.compile(TenantsSettings.TIER_FORM);
    private static final int MAX_TIERS = 20;

    static TenantOptions read(ContextReader reader, String stage) {
        ContextReader tenants = reader.object("tenants", NAMES);
        String otherwise = stage.equals("dev") ? TenantsSettings.OPEN : TenantsSettings.REGISTERED;
        return new TenantOptions(tenants.text("onboarding", ONBOARDING).orElse(otherwise), tiers(tenants));
    }

    private static SortedSet<String> tiers(ContextReader tenants) {
        SortedSet<String> tiers = new TreeSet<>();
        if (tenants.value("tiers") instanceof Map<?, ?> object) {
            object.keySet().forEach(tier -> tiers.add(String.valueOf(tier)));
        }
        tenants.require(
                tiers.size() <= MAX_TIERS
                        && tiers.stream().allMatch(tier -> TIER.matcher(tier).matches()),
                "tiers",
                "must have at most " + MAX_TIERS + " names that match " + TIER);
        ContextReader reader = tenants.object("tiers", tiers);
        tiers.forEach(tier -> reader.object(tier, List.of()));
        return tiers;
    }
}
