package dev.backplane.local.iam;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.StackTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The accounts other than the suite's own. Each has the roles of one template, as if it had been rolled out with
 * StackSets.
 */
public final class MemberAccounts {

    /** No other account has a role. */
    public static final MemberAccounts NONE = new MemberAccounts(JsonNodeFactory.instance.objectNode(), Map.of());

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ROLE =
            Pattern.compile("arn:" + Account.PARTITION + ":iam::(?!" + Account.ID + ")(\\d{12}):role/(.+)");
    private static final String LIST = "CommaDelimitedList";
    private static final String ADMINISTRATOR = ":iam::aws:policy/AdministratorAccess";
    private static final String EVERYTHING =
            "{\"Statement\": [{\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\"}]}";

    private final ObjectNode template;
    private final Map<String, String> parameters;
    private final Map<String, Map<String, Role>> accounts = new ConcurrentHashMap<>();

    private MemberAccounts(ObjectNode template, Map<String, String> parameters) {
        this.template = template;
        this.parameters = parameters;
    }

    /**
     * Creates accounts with the roles of a template.
     *
     * @param parameters the values of parameters that have no default
     */
    public static MemberAccounts of(ObjectNode template, Map<String, String> parameters) {
        return new MemberAccounts(template, Map.copyOf(parameters));
    }

    /** Returns the role with this ARN, if it is one of another account. */
    Optional<Role> role(String arn) {
        Matcher named = ROLE.matcher(arn);
        return named.matches()
                ? Optional.ofNullable(
                        accounts.computeIfAbsent(named.group(1), this::roles).get(arn))
                : Optional.empty();
    }

    private Map<String, Role> roles(String account) {
        StackTemplate stack = new StackTemplate("member account " + account, template);
        Values values = new Values(account, parameters, template);
        Map<String, Role> roles = new HashMap<>();
        for (String logicalId : stack.resources()) {
            JsonNode declared = stack.resource(logicalId);
            if (declared.path("Type").asText().equals(IamKinds.ROLE)) {
                Role role = role(account, logicalId, stack.resolve(logicalId, declared.path("Properties"), values));
                roles.put(role.arn(), role);
            }
        }
        return roles;
    }

    private static Role role(String account, String logicalId, JsonNode role) {
        String name = role.path("RoleName").asText();
        List<Statement> statements = new ArrayList<>();
        role.path("Policies")
                .forEach(policy ->
                        statements.addAll(PolicyDocument.statements(logicalId, policy.path("PolicyDocument"))));
        if (role.path("ManagedPolicyArns")
                .valueStream()
                .anyMatch(policy -> policy.asText().endsWith(ADMINISTRATOR))) {
            statements.addAll(PolicyDocument.statements(logicalId, everything()));
        }
        return new Role(
                name,
                arn(account, name),
                PolicyDocument.statements(logicalId, role.path("AssumeRolePolicyDocument")),
                statements,
                Policies.longestSession(role));
    }

    private static JsonNode everything() {
        try {
            return JSON.readTree(EVERYTHING);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String arn(String account, String role) {
        return "arn:" + Account.PARTITION + ":iam::" + account + ":role/" + role;
    }

    /** The values of names in the template of one account. */
    private record Values(String account, Map<String, String> parameters, ObjectNode template)
            implements StackTemplate.Values {

        @Override
        public Optional<JsonNode> ref(String name) {
            if (name.equals("AWS::AccountId")) {
                return Optional.of(TextNode.valueOf(account));
            }
            JsonNode declared = template.path("Parameters").path(name);
            return Optional.ofNullable(parameters.get(name))
                    .or(() -> Optional.ofNullable(declared.get("Default")).map(JsonNode::asText))
                    .map(value -> declared.path("Type").asText().equals(LIST) ? list(value) : TextNode.valueOf(value));
        }

        private static JsonNode list(String value) {
            return JSON.valueToTree(value.split(",", -1));
        }

        @Override
        public Optional<JsonNode> attribute(String logicalId, String attribute) {
            return Optional.of(template.at("/Resources/" + logicalId + "/Properties/RoleName"))
                    .filter(name -> attribute.equals("Arn") && !name.isMissingNode())
                    .flatMap(name -> name.isTextual()
                            ? Optional.of(name)
                            : ref(name.path("Ref").asText()))
                    .map(name -> TextNode.valueOf(arn(account, name.asText())));
        }
    }
}
