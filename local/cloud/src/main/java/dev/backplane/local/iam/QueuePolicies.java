package dev.backplane.local.iam;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The policies that calls of SQS gave to queues, in addition to those of the templates.
 *
 * <p>They are lost with a restart, as are the sessions that they could deny.
 */
public final class QueuePolicies {

    private final Map<String, Policy> policies = new ConcurrentHashMap<>();

    private record Policy(String text, List<Statement> statements) {}

    /**
     * Replaces the policy of a queue.
     *
     * @param text blank to remove it
     * @throws MalformedPolicyException if the text is not a policy that the local cloud supports
     */
    public void put(String queueArn, String text) throws MalformedPolicyException {
        if (text.isBlank()) {
            policies.remove(queueArn);
        } else {
            policies.put(queueArn, new Policy(text, SessionPolicy.statements("policy of " + queueArn, text)));
        }
    }

    /** Removes the policy of a queue that is deleted. */
    public void remove(String queueArn) {
        policies.remove(queueArn);
    }

    /** Returns the policy of a queue. */
    public Optional<String> find(String queueArn) {
        return Optional.ofNullable(policies.get(queueArn)).map(Policy::text);
    }

    /** Returns the statements about a resource. */
    List<Statement> statements(String resource) {
        Policy policy = policies.get(resource);
        return policy == null ? List.of() : policy.statements();
    }
}
