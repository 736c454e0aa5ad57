package dev.backplane.local.asl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The fields of one object of a definition. Reading a field marks it as known; the others are reported as unknown. */
final class DefinitionFields {

    private final Map<String, JsonNode> left = new LinkedHashMap<>();
    private final Consumer<String> problems;
    private final TemplateReader templates;

    /** @param problems receives the problems of the fields */
    DefinitionFields(JsonNode object, Consumer<String> problems) {
        object.properties().forEach(member -> left.put(member.getKey(), member.getValue()));
        this.problems = problems;
        this.templates = new TemplateReader(problems);
        take("Comment");
    }

    Optional<JsonNode> take(String name) {
        return Optional.ofNullable(left.remove(name));
    }

    boolean has(String name) {
        return left.containsKey(name);
    }

    Optional<String> text(String name) {
        Optional<JsonNode> value = take(name);
        if (value.isPresent() && !value.get().isTextual()) {
            problem(name, "must be a string");
        }
        return value.map(JsonNode::asText);
    }

    String requiredText(String name) {
        return text(name).orElseGet(() -> missing(name, ""));
    }

    Optional<ValueTemplate> template(String name) {
        return take(name).map(value -> templates.read(name, value));
    }

    /** Returns a nested value. */
    ValueTemplate templateAt(String path, JsonNode value) {
        return templates.read(path, value);
    }

    /** Returns a template; if it is not an expression, it must be a whole number of at least {@code min}. */
    Optional<ValueTemplate> number(String name, int min) {
        Optional<ValueTemplate> template = template(name);
        if (template.isPresent()
                && template.get() instanceof ValueTemplate.Literal(JsonNode value)
                && !(value.isIntegralNumber() && value.asLong() >= min)) {
            problem(name, "must be a whole number of at least " + min + ", or an expression");
        }
        return template;
    }

    double decimal(String name, double standard, double min) {
        Optional<JsonNode> value = take(name);
        if (value.isPresent() && !(value.get().isNumber() && value.get().asDouble() >= min)) {
            problem(name, "must be a number of at least " + min);
        }
        return value.map(JsonNode::asDouble).orElse(standard);
    }

    Optional<Integer> wholeNumber(String name, int min) {
        Optional<JsonNode> value = take(name);
        if (value.isPresent() && !(value.get().isIntegralNumber() && value.get().asLong() >= min)) {
            problem(name, "must be a whole number of at least " + min);
        }
        return value.map(JsonNode::asInt);
    }

    <T> T missing(String name, T placeholder) {
        problems.accept("field " + name + " is missing");
        return placeholder;
    }

    void problem(String name, String what) {
        problems.accept("field " + name + " " + what);
    }

    /** Reports the fields that were not read. */
    void end() {
        left.keySet().forEach(name -> problem(name, "is unknown"));
    }
}
