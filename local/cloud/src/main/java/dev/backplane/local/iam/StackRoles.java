package dev.backplane.local.iam;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The roles that runtime stacks create. */
public final class StackRoles {

    private final Map<String, Role> roles = new ConcurrentHashMap<>();

    /**
     * Adds or replaces a role.
     *
     * @param properties its trust policy and its inline policies
     * @throws MalformedPolicyException if a policy has elements that the local cloud does not support
     */
    public void put(String name, JsonNode properties) throws MalformedPolicyException {
        List<String> problems = new ArrayList<>();
        List<Statement> statements = new ArrayList<>();
        JsonNode trust = properties.path("AssumeRolePolicyDocument");
        problems.addAll(PolicyDocument.problems(trust));
        for (JsonNode inline : properties.path("Policies")) {
            problems.addAll(PolicyDocument.problems(inline.path("PolicyDocument")));
            statements.addAll(PolicyDocument.statements(name, inline.path("PolicyDocument")));
        }
        if (!problems.isEmpty()) {
            throw new MalformedPolicyException(String.join("; ", problems));
        }
        roles.put(
                arn(name),
                new Role(
                        name,
                        arn(name),
                        PolicyDocument.statements(name, trust),
                        statements,
                        Policies.longestSession(properties)));
    }

    /** Removes a role, if it exists. */
    public void remove(String name) {
        roles.remove(arn(name));
    }

    Optional<Role> find(String arn) {
        return Optional.ofNullable(roles.get(arn));
    }

    private static String arn(String name) {
        return Account.globalArn("iam", "role/" + name);
    }
}
