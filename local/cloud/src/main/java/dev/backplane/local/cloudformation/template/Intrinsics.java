package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Evaluates CloudFormation's intrinsic functions; a missing node stands for {@code AWS::NoValue}. */
final class Intrinsics {

    private static final Pattern SUBSTITUTION = Pattern.compile("\\$\\{(!?)([^}]+)}");
    private static final Pattern INDEX = Pattern.compile("\\d{1,4}");
    private static final String UNRESOLVED = "unresolved";

    private final TemplateProblems problems;
    private final Lookup references;

    /** Resolves the names in a template. */
    interface Lookup {

        JsonNode ref(TemplateLocation place, String name);

        JsonNode attribute(TemplateLocation place, String logicalId, String attribute);

        JsonNode imported(TemplateLocation place, String name);
    }

    Intrinsics(Lookup references, TemplateProblems problems) {
        this.problems = problems;
        this.references = references;
    }

    JsonNode resolve(TemplateLocation place, JsonNode node) {
        if (node.isArray()) {
            return resolveElements(place, node);
        }
        if (!node.isObject()) {
            return plain(place, node);
        }
        if (node.size() == 1) {
            Map.Entry<String, JsonNode> only = node.properties().iterator().next();
            if (only.getKey().equals("Ref") || only.getKey().startsWith("Fn::")) {
                return call(place, only.getKey(), only.getValue());
            }
        }
        return resolveMembers(place, node);
    }

    String text(TemplateLocation place, JsonNode node) {
        JsonNode value = resolve(place, node);
        if (value.isContainerNode() || value.isMissingNode()) {
            problems.add(place, "text expected, found " + value);
            return UNRESOLVED;
        }
        return value.asText();
    }

    private JsonNode plain(TemplateLocation place, JsonNode node) {
        if (node.isTextual() && node.textValue().contains("{{resolve:")) {
            problems.add(place, "dynamic references are not supported: " + node.textValue());
        }
        return node;
    }

    private JsonNode resolveElements(TemplateLocation place, JsonNode array) {
        ArrayNode resolved = JsonNodeFactory.instance.arrayNode(array.size());
        for (JsonNode element : array) {
            JsonNode value = resolve(place, element);
            if (!value.isMissingNode()) {
                resolved.add(value);
            }
        }
        return resolved;
    }

    private JsonNode resolveMembers(TemplateLocation place, JsonNode object) {
        ObjectNode resolved = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            JsonNode value = resolve(place, member.getValue());
            if (!value.isMissingNode()) {
                resolved.set(member.getKey(), value);
            }
        }
        return resolved;
    }

    private JsonNode call(TemplateLocation place, String function, JsonNode argument) {
        return switch (function) {
            case "Ref" -> references.ref(place, argument.asText());
            case "Fn::GetAtt" -> getAtt(place, argument);
            case "Fn::ImportValue" -> references.imported(place, text(place, argument));
            case "Fn::Join" -> TextNode.valueOf(String.join(argument.path(0).asText(), texts(place, argument.path(1))));
            case "Fn::Sub" -> TextNode.valueOf(substitute(place, argument));
            case "Fn::Select" -> select(place, argument);
            case "Fn::Split" -> split(place, argument);
            default -> {
                problems.add(place, "intrinsic function " + function + " is not supported");
                yield TextNode.valueOf(UNRESOLVED);
            }
        };
    }

    private JsonNode getAtt(TemplateLocation place, JsonNode argument) {
        if (argument.isTextual()) {
            String[] parts = argument.textValue().split("\\.", 2);
            return references.attribute(place, parts[0], parts.length == 2 ? parts[1] : "");
        }
        return references.attribute(place, argument.path(0).asText(), text(place, argument.path(1)));
    }

    private List<String> texts(TemplateLocation place, JsonNode node) {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : resolve(place, node)) {
            texts.add(text(place, element));
        }
        return texts;
    }

    private String substitute(TemplateLocation place, JsonNode argument) {
        JsonNode template = argument.isArray() ? argument.path(0) : argument;
        JsonNode variables = argument.path(1);
        return SUBSTITUTION
                .matcher(template.asText())
                .replaceAll(match -> Matcher.quoteReplacement(substitution(place, match, variables)));
    }

    private String substitution(TemplateLocation place, MatchResult match, JsonNode variables) {
        String name = match.group(2);
        if (!match.group(1).isEmpty()) {
            return "${" + name + "}";
        }
        if (variables.has(name)) {
            return text(place, variables.get(name));
        }
        JsonNode value = name.contains(".") ? getAtt(place, TextNode.valueOf(name)) : references.ref(place, name);
        return value.asText();
    }

    private JsonNode select(TemplateLocation place, JsonNode argument) {
        String index = text(place, argument.path(0));
        JsonNode value = INDEX.matcher(index).matches()
                ? resolve(place, argument.path(1)).path(Integer.parseInt(index))
                : MissingNode.getInstance();
        if (value.isMissingNode()) {
            problems.add(place, "Fn::Select picks an element that is not there: " + argument);
            return TextNode.valueOf(UNRESOLVED);
        }
        return value;
    }

    private JsonNode split(TemplateLocation place, JsonNode argument) {
        ArrayNode parts = JsonNodeFactory.instance.arrayNode();
        String delimiter = Pattern.quote(argument.path(0).asText());
        for (String part : text(place, argument.path(1)).split(delimiter, -1)) {
            parts.add(part);
        }
        return parts;
    }

    /** Returns a placeholder for an unresolved value, whose problem is already reported. */
    static JsonNode unresolved() {
        return TextNode.valueOf(UNRESOLVED);
    }

    /** Returns the value of {@code AWS::NoValue}. */
    static JsonNode noValue() {
        return MissingNode.getInstance();
    }
}
