package dev.backplane.tenants;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the stacks of tenants are deployed with besides the version: the operator's template and the parameters of a tier.
 *
 * @param digests a digest of both for each tier, and under the empty name for tenants without one; empty for the built-in
 *     template, which has no tiers
 */
public record StackInputs(SortedMap<String, String> digests) {

    /** The built-in template. Rows of its tenants have no digest. */
    public static final StackInputs BUILT_IN = new StackInputs(new TreeMap<>());

    private static final String NO_TIER = "";

    /** Parses the text of a setting. */
    public static StackInputs parse(String text) {
        SortedMap<String, String> digests = new TreeMap<>();
        for (String entry : text.split(",", -1)) {
            int equals = entry.indexOf('=');
            digests.put(entry.substring(0, equals), entry.substring(equals + 1));
        }
        return new StackInputs(digests);
    }

    /** Returns the text for a setting. */
    public String text() {
        return digests.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(","));
    }

    /** Returns the name under which a tier, or its absence, has an entry. */
    public static String key(Optional<String> tier) {
        return tier.orElse(NO_TIER);
    }

    /** Returns the digest that the stack of a tenant should have. */
    public Optional<String> digest(Optional<String> tier) {
        return Optional.ofNullable(digests.get(key(tier)));
    }

    /** Returns whether a tenant's stack was deployed with the inputs of a tier. */
    boolean areOf(Metadata metadata, Optional<String> tier) {
        Optional<String> wanted = digest(tier);
        return metadata.inputs().equals(wanted) && (wanted.isPresent() || digests.isEmpty());
    }
}
