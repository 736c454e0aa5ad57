package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.backplane.local.cloudformation.template.StackTemplate;
import java.util.Optional;
import java.util.function.Supplier;

/** The values of parameters, pseudo parameters and existing resources of a stack. */
record StackValues(Supplier<StackState> stack, StackInput input) implements StackTemplate.Values {

    @Override
    public Optional<JsonNode> ref(String name) {
        return switch (name) {
            case "AWS::StackName" -> Optional.of(TextNode.valueOf(stack.get().name()));
            case "AWS::StackId" -> Optional.of(TextNode.valueOf(stack.get().id()));
            default -> parameter(name).or(() -> resource(name));
        };
    }

    private Optional<JsonNode> parameter(String name) {
        return Optional.ofNullable(input.parameters().get(name)).map(TextNode::valueOf);
    }

    private Optional<JsonNode> resource(String logicalId) {
        return Optional.ofNullable(stack.get().resources().get(logicalId))
                .filter(StackResource::exists)
                .map(resource -> TextNode.valueOf(resource.physicalId()));
    }

    @Override
    public Optional<JsonNode> attribute(String logicalId, String attribute) {
        return Optional.ofNullable(stack.get().resources().get(logicalId))
                .map(resource -> resource.attributes().path(attribute))
                .filter(value -> !value.isMissingNode());
    }
}
