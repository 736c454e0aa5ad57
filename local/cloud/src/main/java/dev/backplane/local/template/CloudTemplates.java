package dev.backplane.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Every resource of every template of a cloud assembly, checked and resolved. */
public final class CloudTemplates {
    /** Deletion policies and metadata concern deployments only; dependencies are known from what refers to what. */
    private static final Set<String> KNOWN_ATTRIBUTES =
            Set.of("Type", "Properties", "Metadata", "DependsOn", "DeletionPolicy", "UpdateReplacePolicy", "Condition");

    private final List<Resource> resources;

    private CloudTemplates(List<Resource> resources) {
        this.resources = List.copyOf(resources);
    }

    /**
     * Reads the templates in this folder.
     *
     * @throws TemplateException naming everything in them that the local cloud does not know
     */
    public static CloudTemplates read(Path assembly, ResourceKinds kinds, TemplateEdit edit) {
        List<TemplateFile> files = TemplateFile.readAll(assembly);
        files.forEach(file -> edit.edit(file.stack(), file.template()));
        Problems problems = new Problems();
        Intrinsics intrinsics = new Intrinsics(files, kinds, problems);
        List<Resource> resources = new ArrayList<>();
        for (TemplateFile file : files) {
            for (Map.Entry<String, JsonNode> entry :
                    file.template().path("Resources").properties()) {
                resource(file, entry, kinds, intrinsics, problems).ifPresent(resources::add);
            }
        }
        problems.throwIfAny();
        return new CloudTemplates(resources);
    }

    private static Optional<Resource> resource(
            TemplateFile file,
            Map.Entry<String, JsonNode> entry,
            ResourceKinds kinds,
            Intrinsics intrinsics,
            Problems problems) {
        JsonNode declared = entry.getValue();
        String type = declared.path("Type").asText();
        Place place = file.at(entry.getKey(), type);
        if (declared.has("Condition")
                && !intrinsics.holds(place, declared.path("Condition").asText())) {
            return Optional.empty();
        }
        for (Map.Entry<String, JsonNode> attribute : declared.properties()) {
            if (!KNOWN_ATTRIBUTES.contains(attribute.getKey())) {
                problems.add(place, "attribute " + attribute.getKey() + " is not known to the local cloud");
            }
        }
        Optional<ResourceKind> kind = kinds.find(type);
        if (kind.isEmpty()) {
            problems.add(place, "type " + type + " is not known to the local cloud");
            return Optional.empty();
        }
        JsonNode properties = declared.has("Properties")
                ? intrinsics.resolve(place, declared.path("Properties"))
                : JsonNodeFactory.instance.objectNode();
        Identity identity = intrinsics.identities().of(file, entry.getKey());
        Resource resource = new Resource(file.stack(), entry.getKey(), type, identity, properties);
        kind.get()
                .properties()
                .unknownIn(properties)
                .forEach(path -> problems.add(place, "property " + path + " is not known to the local cloud"));
        kind.get().problems().apply(resource).forEach(problem -> problems.add(place, problem));
        return Optional.of(resource);
    }

    public List<Resource> resources() {
        return resources;
    }

    /** The resources of one type, in the order of the templates. */
    public List<Resource> ofType(String type) {
        return resources.stream()
                .filter(resource -> resource.type().equals(type))
                .toList();
    }

    /** The resource of this type with this {@code Ref} value. */
    public Optional<Resource> byRef(String type, String ref) {
        return ofType(type).stream()
                .filter(resource -> resource.ref().equals(ref))
                .findFirst();
    }

    /** The resource with this ARN, of any type. */
    public Optional<Resource> byArn(String arn) {
        return resources.stream()
                .filter(resource ->
                        resource.identity().arn().filter(arn::equals).isPresent())
                .findFirst();
    }
}
