package dev.backplane.local.asl;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.jsonata.Expression;
import java.util.List;
import java.util.Map;

/** A value of a definition: JSON in which marked texts are expressions. */
public sealed interface Template {

    /** JSON without expressions. */
    record Literal(JsonNode value) implements Template {}

    /** An expression, whose value takes its place. */
    record Query(Expression expression) implements Template {}

    /** An object with an expression somewhere in it. */
    record Members(Map<String, Template> members) implements Template {}

    /** An array with an expression somewhere in it. */
    record Elements(List<Template> elements) implements Template {}
}
