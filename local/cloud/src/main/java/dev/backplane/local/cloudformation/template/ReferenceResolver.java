package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.backplane.local.account.Account;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Resolves references to resources, parameters, pseudo parameters and exports. */
final class ReferenceResolver implements Intrinsics.Lookup {

    private static final Map<String, String> PSEUDO_PARAMETERS = Map.of(
            "AWS::AccountId", Account.ID,
            "AWS::Region", Account.REGION,
            "AWS::Partition", Account.PARTITION,
            "AWS::URLSuffix", Account.URL_SUFFIX);

    private final ResourceIdentities identities;
    private final TemplateProblems problems;
    private final Intrinsics intrinsics;
    private final List<TemplateFile> files;
    private @Nullable Map<String, Export> exports;

    private record Export(TemplateLocation place, JsonNode value) {}

    ReferenceResolver(List<TemplateFile> files, ResourceKinds kinds, TemplateProblems problems) {
        this.intrinsics = new Intrinsics(this, problems);
        this.identities = new ResourceIdentities(kinds, problems, intrinsics);
        this.problems = problems;
        this.files = files;
    }

    Intrinsics intrinsics() {
        return intrinsics;
    }

    ResourceIdentities identities() {
        return identities;
    }

    @Override
    public JsonNode ref(TemplateLocation place, String name) {
        return switch (name) {
            case "AWS::NoValue" -> Intrinsics.noValue();
            case "AWS::StackName" -> TextNode.valueOf(place.file().stack());
            case "AWS::StackId" ->
                TextNode.valueOf(
                        Account.arn("cloudformation", "stack/" + place.file().stack() + "/local"));
            default -> pseudo(name).orElseGet(() -> named(place, name));
        };
    }

    /** Returns the pseudo parameters that are equal in every stack. */
    static Optional<JsonNode> pseudo(String name) {
        return Optional.ofNullable(PSEUDO_PARAMETERS.get(name)).map(TextNode::valueOf);
    }

    @Override
    public JsonNode attribute(TemplateLocation place, String logicalId, String attribute) {
        if (place.file().resource(logicalId).isMissingNode()) {
            problems.add(place, "Fn::GetAtt of " + logicalId + ", which is not in the template");
            return Intrinsics.unresolved();
        }
        String value = identities.of(place.file(), logicalId).attributes().get(attribute);
        if (value != null) {
            return TextNode.valueOf(value);
        }
        if (identities.knows(place.file(), logicalId)) {
            problems.add(place, "attribute " + attribute + " of " + logicalId + " is not supported");
        }
        return Intrinsics.unresolved();
    }

    @Override
    public JsonNode imported(TemplateLocation place, String name) {
        Export export = exports().get(name);
        if (export == null) {
            problems.add(place, "no stack exports " + name);
            return Intrinsics.unresolved();
        }
        return intrinsics.resolve(export.place(), export.value());
    }

    private JsonNode named(TemplateLocation place, String name) {
        if (!place.file().resource(name).isMissingNode()) {
            return TextNode.valueOf(identities.of(place.file(), name).ref());
        }
        JsonNode defaultValue = place.file().parameter(name).path("Default");
        if (defaultValue.isMissingNode()) {
            problems.add(place, "Ref to " + name + ", which is neither a resource nor a parameter with a default");
            return Intrinsics.unresolved();
        }
        return defaultValue;
    }

    /** Returns all exports. They are collected on demand, because export names may contain references. */
    private Map<String, Export> exports() {
        if (exports == null) {
            exports = new HashMap<>();
            for (TemplateFile file : files) {
                collectExports(file, exports);
            }
        }
        return exports;
    }

    private void collectExports(TemplateFile file, Map<String, Export> found) {
        for (Map.Entry<String, JsonNode> output :
                file.template().path("Outputs").properties()) {
            JsonNode name = output.getValue().path("Export").path("Name");
            if (!name.isMissingNode()) {
                TemplateLocation place = file.at(output.getKey(), "output");
                found.put(
                        intrinsics.text(place, name),
                        new Export(place, output.getValue().path("Value")));
            }
        }
    }
}
