package dev.backplane.infra.constructs;

import java.util.Map;
import java.util.TreeMap;

/** An event pattern of a rule or event source mapping. Members are sorted, so that the template is reproducible. */
public record EventPattern(Map<String, ?> members) {

    /** The pattern that matches everything. */
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
