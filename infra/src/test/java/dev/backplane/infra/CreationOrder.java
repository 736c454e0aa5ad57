package dev.backplane.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The resources of a template that CloudFormation may create concurrently: those without a dependency between them. */
final class CreationOrder {

    private final Map<String, Set<String>> waitsFor = new TreeMap<>();

    private CreationOrder() {}

    static CreationOrder of(JsonNode template) {
        CreationOrder order = new CreationOrder();
        JsonNode resources = template.get("Resources");
        resources.properties().forEach(resource -> {
            Set<String> named = new TreeSet<>();
            JsonNode dependsOn = resource.getValue().path("DependsOn");
            (dependsOn.isTextual() ? Stream.of(dependsOn) : dependsOn.valueStream())
                    .forEach(id -> named.add(id.asText()));
            resource.getValue().findValues("Ref").forEach(id -> named.add(id.asText()));
            resource.getValue()
                    .findValues("Fn::GetAtt")
                    .forEach(attribute -> named.add(attribute.path(0).asText()));
            named.removeIf(id -> !resources.has(id));
            order.waitsFor.put(resource.getKey(), named);
        });
        return order;
    }

    /** Returns whether a resource depends on itself. */
    boolean hasCycle() {
        return waitsFor.keySet().stream().anyMatch(id -> before(id).contains(id));
    }

    /**
     * Returns how many of the resources may be created concurrently.
     *
     * <p>This is the size of the largest antichain: by Dilworth's theorem, the number of resources minus the size of a
     * maximum matching in the dependency relation.
     */
    int width(List<String> ids) {
        Map<String, Set<String>> earlier = new HashMap<>();
        ids.forEach(id -> earlier.put(id, before(id)));
        Map<String, String> matched = new HashMap<>();
        int pairs = 0;
        for (String id : ids) {
            if (match(id, ids, earlier, matched, new HashSet<>())) {
                pairs++;
            }
        }
        return ids.size() - pairs;
    }

    private static boolean match(
            String id,
            List<String> ids,
            Map<String, Set<String>> earlier,
            Map<String, String> matched,
            Set<String> seen) {
        for (String other : ids) {
            if (earlier.getOrDefault(id, Set.of()).contains(other) && seen.add(other)) {
                String holder = matched.get(other);
                if (holder == null || match(holder, ids, earlier, matched, seen)) {
                    matched.put(other, id);
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns the transitive dependencies of a resource. */
    private Set<String> before(String id) {
        Set<String> found = new TreeSet<>();
        visit(id, found);
        return found;
    }

    private void visit(String id, Set<String> found) {
        for (String named : waitsFor.getOrDefault(id, Set.of())) {
            if (found.add(named)) {
                visit(named, found);
            }
        }
    }
}
