package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.StackTemplate;
import dev.backplane.local.cloudformation.template.TemplateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Evaluates the outputs of a template. */
final class StackOutputs {

    private StackOutputs() {}

    /** The outputs, or the problem. */
    record Result(List<StackOutput> outputs, Optional<String> problem) {}

    static Result of(StackTemplate template, StackTemplate.Values values) {
        List<StackOutput> outputs = new ArrayList<>();
        try {
            for (Map.Entry<String, JsonNode> output :
                    template.section("Outputs").entrySet()) {
                JsonNode declared = output.getValue();
                JsonNode value = template.resolve(output.getKey(), declared.path("Value"), values);
                outputs.add(new StackOutput(
                        output.getKey(),
                        value.asText(),
                        declared.path("Description").asText()));
            }
            return new Result(outputs, Optional.empty());
        } catch (TemplateException failure) {
            return new Result(List.of(), Optional.of("Outputs: " + String.join("; ", failure.problems()) + ". "));
        }
    }
}
