package dev.backplane.local.iam;

import java.util.List;
import java.util.Optional;

/**
 * One statement of a policy.
 *
 * @param policy the name of the policy, for messages
 * @param principals empty for identity-based policies
 */
record Statement(
        String policy,
        Effect effect,
        List<Principal> principals,
        List<Wildcard> actions,
        List<Wildcard> resources,
        List<Condition> conditions) {

    enum Effect {
        ALLOW,
        DENY
    }

    /** Returns the patterns of this statement that match a request, if all of its conditions hold. */
    Optional<Match> match(AccessRequest access, RequestContext context) {
        // Conditions are checked last, because most statements already differ in action or resource.
        return first(actions, access.action())
                .flatMap(action -> first(resources, access.resource())
                        .map(resource -> new Match(this, action.toString(), resource.toString())))
                .filter(_ -> conditions.stream().allMatch(condition -> condition.holds(context)));
    }

    /** Returns whether the statement allows its actions without conditions. */
    boolean isUnconditional() {
        return effect == Effect.ALLOW && conditions.isEmpty();
    }

    /** Returns whether one of its principals is a service. */
    boolean isForServices() {
        return principals.stream().anyMatch(principal -> principal.type().equals("Service"));
    }

    boolean appliesTo(Principal caller) {
        return principals.stream().anyMatch(principal -> principal.includes(caller));
    }

    private static Optional<Wildcard> first(List<Wildcard> patterns, String value) {
        return patterns.stream().filter(pattern -> pattern.matches(value)).findFirst();
    }

    /** The matching part of a statement. */
    record Match(Statement statement, String action, String resource) {}
}
