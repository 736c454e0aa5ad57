package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.backplane.local.cloudformation.template.StackTemplate;
import dev.backplane.local.cloudformation.template.TemplateException;
import java.util.Map;
import java.util.Optional;

/** Compares templates with placeholders for resource attributes. */
final class TemplateComparison {

    private TemplateComparison() {}

    /** Returns whether an update would change anything. */
    static boolean differ(StackState stack, StackInput next) {
        return !stack.input().tags().equals(next.tags())
                || !render(stack, stack.input()).equals(render(stack, next));
    }

    private static JsonNode render(StackState stack, StackInput input) {
        StackTemplate template = StackTemplates.of(stack, input);
        StackValues own = new StackValues(() -> stack.withResources(Map.of()), input);
        StackTemplate.Values names = new StackTemplate.Values() {
            @Override
            public Optional<JsonNode> ref(String name) {
                return own.ref(name).or(() -> Optional.of(TextNode.valueOf("${" + name + "}")));
            }

            @Override
            public Optional<JsonNode> attribute(String logicalId, String attribute) {
                return Optional.of(TextNode.valueOf("${" + logicalId + "." + attribute + "}"));
            }
        };
        try {
            ObjectNode rendered = JsonNodeFactory.instance.objectNode();
            for (String id : template.resources()) {
                rendered.set(id, template.resolve(id, template.resource(id), names));
            }
            template.section("Outputs")
                    .forEach((name, output) -> rendered.set("output " + name, template.resolve(name, output, names)));
            return rendered;
        } catch (TemplateException notWithoutResources) {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("template", input.template())
                    .put("parameters", input.parameters().toString());
        }
    }
}
