package dev.backplane.local.asl;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.jsonata.Expression;
import java.util.List;
import java.util.Map;

/** A value of a definition: JSON in which marked texts are expressions. */
public sealed interface ValueTemplate {

    /** JSON without expressions. */
    record Literal(JsonNode value) implements ValueTemplate {}

    /** An expression, whose value takes its place. */
    record Query(Expression expression) implements ValueTemplate {}

    /** An object with an expression somewhere in it. */
    record Members(Map<String, ValueTemplate> members) implements ValueTemplate {}

    /** An array with an expression somewhere in it. */
    record Elements(List<ValueTemplate> elements) implements ValueTemplate {}
}
