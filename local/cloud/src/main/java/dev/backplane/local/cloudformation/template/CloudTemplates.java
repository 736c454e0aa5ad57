package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All resources of a cloud assembly, validated and resolved. */
public final class CloudTemplates {

    /**
     * The names of the CDK's own functions, their roles and their policies, which run only during a deployment: one
     * uploads files, the other makes calls to AWS. Their custom resources have local kinds instead.
     */
    private static final List<String> CDK_FUNCTIONS =
            List.of("CustomCDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C", "AWS679f53fac002430cb0da5b7982bd2287");

    private final List<TemplateResource> resources;
    private final List<String> withoutEffect;

    private CloudTemplates(List<TemplateResource> resources, List<String> withoutEffect) {
        this.resources = List.copyOf(resources);
        this.withoutEffect = List.copyOf(withoutEffect);
    }

    /**
     * Reads the templates in this folder.
     *
     * @throws TemplateException with everything that the local cloud does not know
     */
    public static CloudTemplates read(Path assembly, ResourceKinds kinds, TemplateEdit edit) {
        List<TemplateFile> files = TemplateFile.readAll(assembly);
        files.forEach(file -> edit.edit(file.stack(), file.template()));
        TemplateProblems problems = new TemplateProblems();
        ResourceReader reader = new ResourceReader(kinds, new ReferenceResolver(files, kinds, problems), problems);
        List<TemplateResource> resources = new ArrayList<>();
        for (TemplateFile file : files) {
            for (Map.Entry<String, JsonNode> declared :
                    file.template().path("Resources").properties()) {
                if (CDK_FUNCTIONS.stream().anyMatch(declared.getKey()::startsWith)) {
                    continue;
                }
                reader.read(file, declared.getKey(), declared.getValue()).ifPresent(resources::add);
            }
        }
        problems.throwIfAny();
        return new CloudTemplates(resources, reader.withoutEffect());
    }

    /** Returns the properties without local effect, each with the reason. */
    public List<String> withoutEffect() {
        return withoutEffect;
    }

    public List<TemplateResource> resources() {
        return resources;
    }

    /** Returns the resources of one type, in template order. */
    public List<TemplateResource> ofType(String type) {
        return resources.stream()
                .filter(resource -> resource.type().equals(type))
                .toList();
    }

    /** Returns the resource of this type with this {@code Ref} value. */
    public Optional<TemplateResource> byRef(String type, String ref) {
        return ofType(type).stream()
                .filter(resource -> resource.ref().equals(ref))
                .findFirst();
    }

    /** Returns the resource with this ARN, of any type. */
    public Optional<TemplateResource> byArn(String arn) {
        return resources.stream()
                .filter(resource ->
                        resource.identity().arn().filter(arn::equals).isPresent())
                .findFirst();
    }
}
