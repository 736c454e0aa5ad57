package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.ValueTemplate;
import dev.backplane.local.asl.jsonata.Expression;
import dev.backplane.local.asl.jsonata.ExpressionException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Evaluates the fields of a state. */
final class Evaluation {

    private final StateVisit visit;
    private final Map<String, JsonNode> variables;

    /** @param states the value of {@code $states} */
    Evaluation(StateVisit visit, ObjectNode states) {
        this.visit = visit;
        this.variables = visit.variables(states);
    }

    JsonNode value(String field, ValueTemplate template) throws StatesException {
        return switch (template) {
            case ValueTemplate.Literal(JsonNode value) -> value;
            case ValueTemplate.Query(Expression expression) -> query(field, expression);
            case ValueTemplate.Members(Map<String, ValueTemplate> members) -> {
                ObjectNode object = JsonNodeFactory.instance.objectNode();
                for (Map.Entry<String, ValueTemplate> member : members.entrySet()) {
                    object.set(member.getKey(), value(field + "/" + member.getKey(), member.getValue()));
                }
                yield object;
            }
            case ValueTemplate.Elements(var elements) -> {
                ArrayNode array = JsonNodeFactory.instance.arrayNode();
                for (ValueTemplate element : elements) {
                    array.add(value(field + "[" + array.size() + "]", element));
                }
                yield array;
            }
        };
    }

    /** Returns a value of the required type. */
    JsonNode value(String field, ValueTemplate template, JsonNodeType type) throws StatesException {
        JsonNode value = value(field, template);
        if (value.getNodeType() == type) {
            return value;
        }
        String source = template instanceof ValueTemplate.Query(Expression expression) ? expression.source() : "";
        throw visit.queryFailure(
                field,
                "The JSONata expression '" + source + "' specified for the field '" + field
                        + "' returned an unexpected result type. Expected '" + typeName(type) + "', but was '"
                        + typeName(value.getNodeType()) + "' for value: " + value);
    }

    /** Returns a whole number of at least {@code min}. */
    long wholeNumber(String field, ValueTemplate template, long min) throws StatesException {
        JsonNode value = value(field, template, JsonNodeType.NUMBER);
        if (value.asDouble() != Math.rint(value.asDouble()) || value.asLong() < min) {
            throw visit.queryFailure(
                    field, "The " + field + " field must be a whole number of at least " + min + " but was: " + value);
        }
        return value.asLong();
    }

    private JsonNode query(String field, Expression expression) throws StatesException {
        String what = "The JSONata expression '" + expression.source() + "' specified for the field '" + field + "' ";
        Optional<JsonNode> value;
        try {
            value = expression.evaluate(variables);
        } catch (ExpressionException failure) {
            throw visit.queryFailure(field, what + "threw an error during evaluation. " + failure.reason());
        }
        if (value.isEmpty()) {
            throw visit.queryFailure(field, what + "returned nothing (undefined).");
        }
        return value.get();
    }

    private static String typeName(JsonNodeType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }
}
