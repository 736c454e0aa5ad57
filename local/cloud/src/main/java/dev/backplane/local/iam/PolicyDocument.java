package dev.backplane.local.iam;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.iam.Statement.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A parser of policy documents that finds unsupported elements. */
final class PolicyDocument {

    private static final Set<String> SUPPORTED_ELEMENTS =
            Set.of("Sid", "Effect", "Principal", "Action", "Resource", "Condition");

    private PolicyDocument() {}

    static List<Statement> statements(String policy, JsonNode document) {
        List<Statement> statements = new ArrayList<>();
        for (JsonNode statement : list(document.path("Statement"))) {
            statements.add(new Statement(
                    policy,
                    statement.path("Effect").asText().equals("Deny") ? Effect.DENY : Effect.ALLOW,
                    principals(statement.path("Principal")),
                    texts(statement.path("Action")).stream()
                            .map(Wildcard::ofAction)
                            .toList(),
                    texts(statement.path("Resource")).stream()
                            .map(Wildcard::ofResource)
                            .toList(),
                    conditions(statement.path("Condition"))));
        }
        return statements;
    }

    /** Returns the unsupported elements of a document. */
    static List<String> problems(JsonNode document) {
        List<String> problems = new ArrayList<>();
        for (JsonNode statement : list(document.path("Statement"))) {
            for (Map.Entry<String, JsonNode> element : statement.properties()) {
                if (!SUPPORTED_ELEMENTS.contains(element.getKey())) {
                    problems.add("policy element " + element.getKey() + " is not supported by the local cloud");
                }
            }
            if (!Set.of("Allow", "Deny").contains(statement.path("Effect").asText())) {
                problems.add("policy effect " + statement.path("Effect") + " is neither Allow nor Deny");
            }
            texts(statement.path("Resource")).stream()
                    .filter(resource -> resource.contains("${"))
                    .forEach(resource ->
                            problems.add("policy variable in " + resource + " is not supported by the local cloud"));
            conditions(statement.path("Condition")).stream()
                    .filter(condition -> !condition.isSupported())
                    .forEach(condition -> problems.add("policy condition " + condition.operator() + " on "
                            + condition.key() + " is not supported by the local cloud"));
        }
        return problems;
    }

    private static List<Principal> principals(JsonNode principal) {
        if (principal.isTextual()) {
            return List.of(new Principal("AWS", principal.textValue()));
        }
        List<Principal> principals = new ArrayList<>();
        for (Map.Entry<String, JsonNode> type : principal.properties()) {
            texts(type.getValue()).forEach(value -> principals.add(new Principal(type.getKey(), value)));
        }
        return principals;
    }

    private static List<Condition> conditions(JsonNode condition) {
        List<Condition> conditions = new ArrayList<>();
        for (Map.Entry<String, JsonNode> operator : condition.properties()) {
            for (Map.Entry<String, JsonNode> key : operator.getValue().properties()) {
                conditions.add(new Condition(operator.getKey(), key.getKey(), texts(key.getValue())));
            }
        }
        return conditions;
    }

    private static List<String> texts(JsonNode node) {
        return list(node).stream().map(JsonNode::asText).toList();
    }

    /** Wraps a single element in a list. */
    private static List<JsonNode> list(JsonNode node) {
        if (node.isMissingNode()) {
            return List.of();
        }
        return node.isArray() ? node.valueStream().toList() : List.of(node);
    }
}
