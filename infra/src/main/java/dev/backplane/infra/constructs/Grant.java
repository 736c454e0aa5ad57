package dev.backplane.infra.constructs;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.services.iam.PolicyStatement;

/**
 * Allowed actions on a resource or a resource pattern.
 *
 * @param equal required values of condition keys; a request without the key is denied
 */
public record Grant(String resource, List<String> actions, Map<String, String> equal) {

    /** Allows actions without conditions. */
    public static Grant on(String resource, String... actions) {
        return new Grant(resource, List.of(actions), Map.of());
    }

    /** Returns the same grant, limited to requests whose condition key has a value. */
    public Grant onlyIf(String fact, String value) {
        Map<String, String> all = new TreeMap<>(equal);
        all.put(fact, value);
        return new Grant(resource, actions, all);
    }

    PolicyStatement statement() {
        PolicyStatement.Builder builder =
                PolicyStatement.Builder.create().actions(actions).resources(List.of(resource));
        if (!equal.isEmpty()) {
            builder.conditions(Map.of("StringEquals", equal));
        }
        return builder.build();
    }
}
