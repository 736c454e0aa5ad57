package dev.backplane.local.asl;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.jsonata.Expression;
import dev.backplane.local.asl.jsonata.ExpressionException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads values that may contain expressions. */
final class TemplateReader {

    private final Consumer<String> problems;

    TemplateReader(Consumer<String> problems) {
        this.problems = problems;
    }

    ValueTemplate read(String field, JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> text(field, value);
            case OBJECT -> {
                Map<String, ValueTemplate> members = new LinkedHashMap<>();
                value.properties()
                        .forEach(member ->
                                members.put(member.getKey(), read(field + "/" + member.getKey(), member.getValue())));
                yield allLiteral(members.values())
                        ? new ValueTemplate.Literal(value)
                        : new ValueTemplate.Members(members);
            }
            case ARRAY -> {
                List<ValueTemplate> elements = new ArrayList<>();
                value.forEach(element -> elements.add(read(field + "[" + elements.size() + "]", element)));
                yield allLiteral(elements) ? new ValueTemplate.Literal(value) : new ValueTemplate.Elements(elements);
            }
            default -> new ValueTemplate.Literal(value);
        };
    }

    private ValueTemplate text(String field, JsonNode value) {
        if (Expression.isMarked(value.textValue())) {
            try {
                return new ValueTemplate.Query(Expression.parse(value.textValue()));
            } catch (ExpressionException failure) {
                problems.accept("field " + field + " is not a valid JSONata expression: " + failure.reason());
            }
        }
        return new ValueTemplate.Literal(value);
    }

    private static boolean allLiteral(Iterable<ValueTemplate> templates) {
        for (ValueTemplate template : templates) {
            if (!(template instanceof ValueTemplate.Literal)) {
                return false;
            }
        }
        return true;
    }
}
