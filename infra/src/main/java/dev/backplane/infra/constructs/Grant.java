package dev.backplane.infra.constructs;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.services.iam.PolicyStatement;

/**
 * Actions that are allowed on a resource, or on all of a pattern.
 *
 * @param equal what facts of the request have to be, by the names that IAM gives them; no fact, no access
 */
public record Grant(String resource, List<String> actions, Map<String, String> equal) {

    /** Allows actions whatever else the request says. */
    public static Grant on(String resource, String... actions) {
        return new Grant(resource, List.of(actions), Map.of());
    }

    /** The same actions, for requests only of which a fact has that value. */
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
