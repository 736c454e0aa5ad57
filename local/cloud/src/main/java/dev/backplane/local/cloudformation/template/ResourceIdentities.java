package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Computes the physical identity of resources on demand, because names may depend on each other. */
final class ResourceIdentities {

    private final ResourceKinds kinds;
    private final TemplateProblems problems;
    private final Intrinsics intrinsics;
    private final Map<List<String>, ResourceIdentity> known = new HashMap<>();
    private final Set<List<String>> inProgress = new HashSet<>();

    ResourceIdentities(ResourceKinds kinds, TemplateProblems problems, Intrinsics intrinsics) {
        this.kinds = kinds;
        this.problems = problems;
        this.intrinsics = intrinsics;
    }

    ResourceIdentity of(TemplateFile file, String logicalId) {
        List<String> key = List.of(file.stack(), logicalId);
        ResourceIdentity identity = known.get(key);
        if (identity == null) {
            identity = name(key, file, logicalId);
            known.put(key, identity);
        }
        return identity;
    }

    private ResourceIdentity name(List<String> key, TemplateFile file, String logicalId) {
        JsonNode resource = file.resource(logicalId);
        String type = resource.path("Type").asText();
        TemplateLocation place = file.at(logicalId, type);
        if (!inProgress.add(key)) {
            problems.add(place, "its name depends on itself");
            return ResourceIdentity.of(logicalId);
        }
        ResourceDeclaration declaration = new ResourceDeclaration(
                file.stack(), logicalId, resource.path("Properties"), property -> intrinsics.resolve(place, property));
        // An unknown type is reported with its properties.
        Optional<ResourceKind> kind = kinds.find(type);
        ResourceIdentity identity = kind.map(known -> known.naming().apply(declaration))
                .orElseGet(() -> ResourceIdentity.of(declaration.generatedName()));
        inProgress.remove(key);
        return identity;
    }

    /** Returns whether the type is known, so that a missing attribute is a problem. */
    boolean knows(TemplateFile file, String logicalId) {
        return kinds.find(file.resource(logicalId).path("Type").asText()).isPresent();
    }
}
