package dev.backplane.local.iam;

import dev.backplane.local.iam.Statement.Effect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** A role with the statements of all policies attached to it. */
public final class Role {

    // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
    private static final int MAX_INLINE_CHARACTERS = 10_240;

    private final String name;
    private final String arn;
    private final List<Statement> trust;
    private final List<Statement> statements;
    private final Duration longestSession;
    private final Map<String, InlinePolicy> added = new ConcurrentSkipListMap<>();

    private record InlinePolicy(String text, List<Statement> statements) {}

    Role(String name, String arn, List<Statement> trust, List<Statement> statements, Duration longestSession) {
        this.name = name;
        this.arn = arn;
        this.trust = List.copyOf(trust);
        this.statements = List.copyOf(statements);
        this.longestSession = longestSession;
    }

    public String name() {
        return name;
    }

    public String arn() {
        return arn;
    }

    /** Returns the id of the account that the role belongs to. */
    public String account() {
        return arn.split(":", -1)[4];
    }

    /** Returns the longest duration of a session. */
    public Duration longestSession() {
        return longestSession;
    }

    /** Returns whether the service may assume this role. */
    public boolean trusts(Principal principal) {
        // A trust policy has no resource. The conditions of other statements are for roles, not for services.
        return trust.stream()
                .filter(statement -> statement.effect() == Effect.ALLOW)
                .filter(statement -> statement.appliesTo(principal))
                .flatMap(statement -> statement.actions().stream())
                .anyMatch(action -> action.matches("sts:AssumeRole"));
    }

    /** Returns whether the trust policy allows a principal an action, such as {@code sts:AssumeRole}. */
    boolean trusts(Principal principal, String action, RequestContext context) {
        List<Statement> matching = trust.stream()
                .filter(statement -> statement.appliesTo(principal))
                .filter(statement -> statement.actions().stream().anyMatch(allowed -> allowed.matches(action)))
                .filter(statement -> statement.conditions().stream().allMatch(condition -> condition.holds(context)))
                .toList();
        return !matching.isEmpty() && matching.stream().allMatch(statement -> statement.effect() == Effect.ALLOW);
    }

    /** Returns a session of this role. */
    public Caller as(String session) {
        return new Caller(this, session, Optional.empty(), Map.of());
    }

    /**
     * Adds or replaces an inline policy.
     *
     * @return false if the inline policies would be too long together
     * @throws MalformedPolicyException if the text is not a policy that the local cloud supports
     */
    public synchronized boolean putPolicy(String policy, String text) throws MalformedPolicyException {
        int others = added.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(policy))
                .mapToInt(entry -> entry.getValue().text().length())
                .sum();
        if (others + text.length() > MAX_INLINE_CHARACTERS) {
            return false;
        }
        added.put(policy, new InlinePolicy(text, SessionPolicy.statements(policy, text)));
        return true;
    }

    /** Removes an inline policy that was added; returns false if there is none. */
    public boolean deletePolicy(String policy) {
        return added.remove(policy) != null;
    }

    /** Returns the names of the inline policies that were added, sorted. */
    public List<String> addedPolicies() {
        return List.copyOf(added.keySet());
    }

    /** Returns the text of an inline policy that was added. */
    public Optional<String> addedPolicy(String policy) {
        return Optional.ofNullable(added.get(policy)).map(InlinePolicy::text);
    }

    List<Statement> statements() {
        if (added.isEmpty()) {
            return statements;
        }
        List<Statement> all = new ArrayList<>(statements);
        added.values().forEach(policy -> all.addAll(policy.statements()));
        return all;
    }

    /** Returns the statements that the template declares. */
    List<Statement> declared() {
        return statements;
    }
}
