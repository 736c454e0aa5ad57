package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.cloudformation.template.StackTemplate;
import java.util.List;
import java.util.Set;

/** Parses and validates the templates of stacks. */
final class StackTemplates {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> KNOWN_SECTIONS = Set.of(
            "AWSTemplateFormatVersion", "Description", "Metadata", "Parameters", "Rules", "Resources", "Outputs");

    private StackTemplates() {}

    /** Returns the validated template of a stack. */
    static StackTemplate of(StackState stack, StackInput input) {
        try {
            return new StackTemplate(stack.name(), JSON.readValue(input.template(), ObjectNode.class));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("the template of " + stack.name() + " cannot be read", impossible);
        }
    }

    /** @throws StackException if the template is invalid */
    static StackTemplate check(String stack, String text) {
        ObjectNode json;
        try {
            json = JSON.readValue(text, ObjectNode.class);
        } catch (JsonProcessingException failure) {
            throw StackException.validation("Template format error: JSON not well-formed. (line "
                    + (failure.getLocation() == null ? 1 : failure.getLocation().getLineNr()) + ")");
        }
        List<String> unknown = json.propertyStream()
                .map(section -> section.getKey())
                .filter(section -> !KNOWN_SECTIONS.contains(section))
                .toList();
        if (!unknown.isEmpty()) {
            throw StackException.validation("The local cloud does not support the template sections " + unknown);
        }
        StackTemplate template = new StackTemplate(stack, json);
        if (template.section("Resources").isEmpty()) {
            throw StackException.validation("Template format error: At least one Resources member must be defined.");
        }
        if (!template.unresolved().isEmpty()) {
            throw StackException.validation("Template format error: Unresolved resource dependencies "
                    + template.unresolved() + " in the Resources block of the template");
        }
        List<String> circle = DependencyGraph.of(template.section("Resources").keySet(), template::dependencies)
                .circle();
        if (!circle.isEmpty()) {
            throw StackException.validation("Circular dependency between resources: " + circle);
        }
        return template;
    }
}
