package dev.backplane.local.iam;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/**
 * A policy that limits one session of a role.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies.html#policies_session">Session
 *     policies</a>
 */
public final class SessionPolicy {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Statement> statements;

    private SessionPolicy(List<Statement> statements) {
        this.statements = List.copyOf(statements);
    }

    /**
     * Parses a policy.
     *
     * @throws MalformedPolicyException if the text is not a policy that the local cloud supports
     */
    public static SessionPolicy parse(String text) throws MalformedPolicyException {
        return new SessionPolicy(statements("session policy", text));
    }

    static List<Statement> statements(String policy, String text) throws MalformedPolicyException {
        JsonNode document;
        try {
            document = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new MalformedPolicyException("This policy contains invalid Json");
        }
        List<Statement> statements = PolicyDocument.statements(policy, document);
        if (statements.isEmpty()) {
            throw new MalformedPolicyException("Syntax errors in policy.");
        }
        List<String> problems = PolicyDocument.problems(document);
        if (!problems.isEmpty()) {
            throw new MalformedPolicyException(String.join("; ", problems));
        }
        return statements;
    }

    List<Statement> statements() {
        return statements;
    }
}
