package dev.backplane.local.cloudformation.template;

import java.util.List;
import java.util.function.Function;

/**
 * What the local cloud knows about one resource type.
 *
 * @param type the CloudFormation type name
 * @param properties the properties it understands; any other is an error at start
 * @param naming gives a resource of this type its physical identity
 * @param problems tells what values of known properties the local cloud cannot honour
 */
public record ResourceKind(
        String type,
        KnownProperties properties,
        Function<ResourceDeclaration, ResourceIdentity> naming,
        Function<TemplateResource, List<String>> problems) {

    /** A kind whose known properties may have any value. */
    public ResourceKind(
            String type, KnownProperties properties, Function<ResourceDeclaration, ResourceIdentity> naming) {
        this(type, properties, naming, resource -> List.of());
    }

    /** A kind that others refer to by nothing but its generated name. */
    public static ResourceKind unnamed(String type, KnownProperties properties) {
        return new ResourceKind(type, properties, ResourceDeclaration::generatedIdentity);
    }
}
