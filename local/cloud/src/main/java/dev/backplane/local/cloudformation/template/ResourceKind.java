package dev.backplane.local.cloudformation.template;

import java.util.List;
import java.util.function.Function;

/**
 * The local support of one resource type.
 *
 * @param type the CloudFormation type name
 * @param properties the known properties; others are errors at start
 * @param naming computes the physical identity
 * @param problems finds unsupported values of known properties
 */
public record ResourceKind(
        String type,
        KnownProperties properties,
        Function<ResourceDeclaration, ResourceIdentity> naming,
        Function<TemplateResource, List<String>> problems) {

    /** Creates a kind without restrictions on values. */
    public ResourceKind(
            String type, KnownProperties properties, Function<ResourceDeclaration, ResourceIdentity> naming) {
        this(type, properties, naming, resource -> List.of());
    }

    /** Creates a kind that is known by its generated name only. */
    public static ResourceKind unnamed(String type, KnownProperties properties) {
        return new ResourceKind(type, properties, ResourceDeclaration::generatedIdentity);
    }
}
