package dev.backplane.tenants;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the caller who registers a tenant says about it.
 *
 * @param tier one of the stage's tiers when the tenant was registered
 * @param attributes further properties, which the suite only keeps
 */
public record Registration(Optional<String> name, Optional<String> tier, SortedMap<String, String> attributes) {

    /** The registration of a tenant that was provisioned on first use. */
    public static final Registration NONE = of(Optional.empty(), Optional.empty(), Map.of());

    public static Registration of(Optional<String> name, Optional<String> tier, Map<String, String> attributes) {
        return new Registration(name, tier, new TreeMap<>(attributes));
    }
}
