package dev.backplane.infra.constructs;

import java.util.Map;
import java.util.TreeMap;

/** Which events a rule or a mapping lets through; its members are sorted, so that every run writes the same template. */
public record EventPattern(Map<String, ?> members) {

    /** The pattern that lets everything through. */
    public static final EventPattern ANY = new EventPattern(Map.of());

    public EventPattern {
        members = sorted(members);
    }

    private static Map<String, Object> sorted(Map<?, ?> members) {
        Map<String, Object> sorted = new TreeMap<>();
        members.forEach((name, value) ->
                sorted.put(String.valueOf(name), value instanceof Map<?, ?> nested ? sorted(nested) : value));
        return sorted;
    }
}
