package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads resources and collects unknown or ineffective properties. */
final class ResourceReader {

    /** Deletion policies and metadata matter for deployments only; dependencies follow from references. */
    private static final Set<String> KNOWN_ATTRIBUTES =
            Set.of("Type", "Properties", "Metadata", "DependsOn", "DeletionPolicy", "UpdateReplacePolicy");

    private final ResourceKinds kinds;
    private final ResourceIdentities identities;
    private final Intrinsics intrinsics;
    private final TemplateProblems problems;
    private final Map<String, TemplateLocation> placesByArn = new HashMap<>();
    private final Set<String> withoutEffect = new TreeSet<>();

    ResourceReader(ResourceKinds kinds, ReferenceResolver references, TemplateProblems problems) {
        this.kinds = kinds;
        this.identities = references.identities();
        this.intrinsics = references.intrinsics();
        this.problems = problems;
    }

    List<String> withoutEffect() {
        return List.copyOf(withoutEffect);
    }

    /** Returns the resource, or empty when its type is unknown. */
    Optional<TemplateResource> read(TemplateFile file, String logicalId, JsonNode declared) {
        String type = declared.path("Type").asText();
        TemplateLocation place = file.at(logicalId, type);
        declared.propertyStream()
                .filter(attribute -> !KNOWN_ATTRIBUTES.contains(attribute.getKey()))
                .forEach(attribute -> unknown(place, "attribute " + attribute.getKey()));
        Optional<ResourceKind> kind = kinds.find(type);
        if (kind.isEmpty()) {
            unknown(place, "type " + type);
        }
        return kind.map(known -> {
            ResourceIdentity identity = identities.of(file, logicalId);
            TemplateResource resource =
                    new TemplateResource(file.stack(), logicalId, type, identity, properties(place, declared));
            examine(place, known, resource);
            return resource;
        });
    }

    private JsonNode properties(TemplateLocation place, JsonNode declared) {
        return declared.has("Properties")
                ? intrinsics.resolve(place, declared.path("Properties"))
                : JsonNodeFactory.instance.objectNode();
    }

    private void examine(TemplateLocation place, ResourceKind kind, TemplateResource resource) {
        resource.identity()
                .arn()
                .map(arn -> placesByArn.putIfAbsent(arn, place))
                .ifPresent(other -> problems.add(place, "has the same name as " + other));
        kind.properties().unknownIn(resource.properties()).forEach(path -> unknown(place, "property " + path));
        kind.problems().apply(resource).forEach(problem -> problems.add(place, problem));
        kind.properties()
                .withoutEffectIn(resource.properties())
                .forEach((path, reason) -> withoutEffect.add(kind.type() + " " + path + ": " + reason));
    }

    private void unknown(TemplateLocation place, String what) {
        problems.add(place, what + " is not supported by the local cloud");
    }
}
