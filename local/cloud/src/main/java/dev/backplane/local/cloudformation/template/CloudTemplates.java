package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
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
    private final Map<String, String> outputs;

    private CloudTemplates(List<TemplateResource> resources, List<String> withoutEffect, Map<String, String> outputs) {
        this.resources = List.copyOf(resources);
        this.withoutEffect = List.copyOf(withoutEffect);
        this.outputs = Map.copyOf(outputs);
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
        return new CloudTemplates(resources, reader.withoutEffect(), outputs(files, kinds));
    }

    /** Evaluates the outputs; those that need what exists only on AWS are left out. */
    private static Map<String, String> outputs(List<TemplateFile> files, ResourceKinds kinds) {
        Map<String, String> outputs = new HashMap<>();
        for (TemplateFile file : files) {
            for (Map.Entry<String, JsonNode> output :
                    file.template().path("Outputs").properties()) {
                TemplateProblems problems = new TemplateProblems();
                String value = new ReferenceResolver(files, kinds, problems)
                        .intrinsics()
                        .text(
                                file.at(output.getKey(), "output"),
                                output.getValue().path("Value"));
                if (problems.isEmpty()) {
                    outputs.put(output.getKey(), value);
                }
            }
        }
        return outputs;
    }

    /** Returns the value of an output of one of the stacks. */
    public Optional<String> output(String name) {
        return Optional.ofNullable(outputs.get(name));
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
