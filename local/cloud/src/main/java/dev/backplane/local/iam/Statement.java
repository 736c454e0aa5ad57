package dev.backplane.local.iam;

import java.util.List;
import java.util.Optional;

/**
 * One statement of a policy.
 *
 * @param policy where it stands, for messages
 * @param principals who it is about; empty in a policy attached to a role
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

    /** Returns the action and resource patterns through which this statement covers an access. */
    Optional<Cover> cover(AccessRequest access, RequestContext context) {
        // Conditions last: most statements are about something else, which is seen sooner.
        return first(actions, access.action())
                .flatMap(action -> first(resources, access.resource())
                        .map(resource -> new Cover(this, action.toString(), resource.toString())))
                .filter(_ -> conditions.stream().allMatch(condition -> condition.holds(context)));
    }

    /** Returns whether it allows, whatever the request. */
    boolean isUnconditional() {
        return effect == Effect.ALLOW && conditions.isEmpty();
    }

    boolean isAbout(Principal asking) {
        return principals.stream().anyMatch(principal -> principal.includes(asking));
    }

    private static Optional<Wildcard> first(List<Wildcard> patterns, String value) {
        return patterns.stream().filter(pattern -> pattern.matches(value)).findFirst();
    }

    /** The part of a statement that answered a question. */
    record Cover(Statement statement, String action, String resource) {}
}
