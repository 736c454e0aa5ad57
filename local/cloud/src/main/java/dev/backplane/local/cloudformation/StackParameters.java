package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.StackTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Validates and resolves parameter values. */
final class StackParameters {

    private StackParameters() {}

    /**
     * Returns the given values, previous values or defaults, in this order.
     *
     * @param before the previous values; empty for a new stack
     */
    static Map<String, String> values(
            StackTemplate template, List<Map<String, String>> given, Map<String, String> before) {
        Map<String, JsonNode> declared = template.section("Parameters");
        Map<String, String> asked = new LinkedHashMap<>();
        given.forEach(parameter -> asked.put(
                parameter.getOrDefault("ParameterKey", ""),
                Boolean.parseBoolean(parameter.get("UsePreviousValue"))
                        ? before.getOrDefault(parameter.getOrDefault("ParameterKey", ""), "")
                        : parameter.getOrDefault("ParameterValue", "")));
        List<String> unknown = asked.keySet().stream()
                .filter(key -> !declared.containsKey(key))
                .toList();
        if (!unknown.isEmpty()) {
            throw StackException.validation("Parameters: " + unknown + " do not exist in the template");
        }
        Map<String, String> values = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        declared.forEach((name, parameter) -> {
            if (asked.containsKey(name)) {
                values.put(name, checked(name, parameter, asked.getOrDefault(name, "")));
            } else if (parameter.has("Default")) {
                values.put(name, parameter.path("Default").asText());
            } else {
                missing.add(name);
            }
        });
        if (!missing.isEmpty()) {
            throw StackException.validation("Parameters: " + missing + " must have values");
        }
        return values;
    }

    private static String checked(String name, JsonNode parameter, String value) {
        if (parameter.has("AllowedValues")
                && parameter
                        .path("AllowedValues")
                        .valueStream()
                        .noneMatch(allowed -> allowed.asText().equals(value))) {
            throw refused(name, parameter, "must be one of AllowedValues");
        }
        if (parameter.has("AllowedPattern")
                && !value.matches(parameter.path("AllowedPattern").asText())) {
            throw refused(
                    name,
                    parameter,
                    "must match pattern " + parameter.path("AllowedPattern").asText());
        }
        if (value.length() < parameter.path("MinLength").asInt()) {
            throw refused(
                    name,
                    parameter,
                    "must contain at least " + parameter.path("MinLength").asInt() + " characters");
        }
        if (value.length() > parameter.path("MaxLength").asInt(Integer.MAX_VALUE)) {
            throw refused(
                    name,
                    parameter,
                    "must contain at most " + parameter.path("MaxLength").asInt() + " characters");
        }
        return value;
    }

    private static StackException refused(String name, JsonNode parameter, String rule) {
        return StackException.validation(
                parameter.has("ConstraintDescription")
                        ? "Parameter " + name + " failed to satisfy constraint: "
                                + parameter.path("ConstraintDescription").asText()
                        : "Parameter '" + name + "' " + rule);
    }
}
