package dev.backplane.local.asl;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.jsonata.Expression;
import dev.backplane.local.asl.jsonata.ExpressionException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads values that may hold expressions. */
final class TemplateReader {
    private final Consumer<String> problems;

    TemplateReader(Consumer<String> problems) {
        this.problems = problems;
    }

    Template read(String field, JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> text(field, value);
            case OBJECT -> {
                Map<String, Template> members = new LinkedHashMap<>();
                value.properties()
                        .forEach(member ->
                                members.put(member.getKey(), read(field + "/" + member.getKey(), member.getValue())));
                yield allLiteral(members.values()) ? new Template.Literal(value) : new Template.Members(members);
            }
            case ARRAY -> {
                List<Template> elements = new ArrayList<>();
                value.forEach(element -> elements.add(read(field + "[" + elements.size() + "]", element)));
                yield allLiteral(elements) ? new Template.Literal(value) : new Template.Elements(elements);
            }
            default -> new Template.Literal(value);
        };
    }

    private Template text(String field, JsonNode value) {
        if (Expression.isMarked(value.textValue())) {
            try {
                return new Template.Query(Expression.parse(value.textValue()));
            } catch (ExpressionException failure) {
                problems.accept(
                        "field " + field + " is not a JSONata expression that can be used: " + failure.reason());
            }
        }
        return new Template.Literal(value);
    }

    private static boolean allLiteral(Iterable<Template> templates) {
        for (Template template : templates) {
            if (!(template instanceof Template.Literal)) {
                return false;
            }
        }
        return true;
    }
}
