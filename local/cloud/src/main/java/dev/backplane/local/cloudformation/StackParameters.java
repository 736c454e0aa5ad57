package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.StackTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resolves parameter values. */
final class StackParameters {

    private static final Set<String> KNOWN_ATTRIBUTES = Set.of("Type", "Description", "Default", "AllowedValues");
    private static final Set<String> KNOWN_TYPES = Set.of("String", "Number");

    private StackParameters() {}

    /**
     * Returns the given values, previous values or defaults, in this order.
     *
     * @param before the previous values; empty for a new stack
     */
    static Map<String, String> values(
            StackTemplate template, List<Map<String, String>> given, Map<String, String> before) {
        Map<String, JsonNode> declared = template.section("Parameters");
        declared.forEach(StackParameters::check);
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
                values.put(name, asked.getOrDefault(name, ""));
            } else if (parameter.has("Default")) {
                values.put(name, parameter.path("Default").asText());
            } else {
                missing.add(name);
            }
        });
        if (!missing.isEmpty()) {
            throw StackException.validation("Parameters: " + missing + " must have values");
        }
        declared.forEach((name, parameter) -> allow(name, parameter, values.getOrDefault(name, "")));
        return values;
    }

    private static void allow(String name, JsonNode parameter, String value) {
        JsonNode allowed = parameter.path("AllowedValues");
        if (!allowed.isMissingNode()
                && allowed.valueStream().noneMatch(one -> one.asText().equals(value))) {
            throw StackException.validation("Parameter '" + name + "' must be one of AllowedValues");
        }
    }

    private static void check(String name, JsonNode parameter) {
        boolean known = parameter.propertyStream().allMatch(attribute -> KNOWN_ATTRIBUTES.contains(attribute.getKey()));
        if (!known || !KNOWN_TYPES.contains(parameter.path("Type").asText())) {
            throw StackException.validation(
                    "The local cloud does not support the parameter " + name + ": " + parameter);
        }
    }
}
