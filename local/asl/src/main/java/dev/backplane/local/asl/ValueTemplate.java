package dev.backplane.local.asl;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.jsonata.Expression;
import java.util.List;
import java.util.Map;

/** A value of a definition: JSON in which strings in <code>{% %}</code> are expressions. */
public sealed interface ValueTemplate {

    /** JSON without expressions. */
    record Literal(JsonNode value) implements ValueTemplate {}

    /** An expression, which is replaced by its value. */
    record Query(Expression expression) implements ValueTemplate {}

    /** An object that contains an expression. */
    record Members(Map<String, ValueTemplate> members) implements ValueTemplate {}

    /** An array that contains an expression. */
    record Elements(List<ValueTemplate> elements) implements ValueTemplate {}
}
