package dev.backplane.local.template;

import java.util.function.Function;

/**
 * What the local cloud knows about one resource type.
 *
 * @param type the CloudFormation type name
 * @param properties the properties it understands; any other is an error at start
 * @param naming gives a resource of this type its physical identity
 */
public record ResourceKind(String type, KnownProperties properties, Function<Declaration, Identity> naming) {

    /** A type that other resources never refer to by anything but its generated name. */
    public static ResourceKind unnamed(String type, KnownProperties properties) {
        return new ResourceKind(type, properties, declaration -> Identity.of(declaration.generatedName()));
    }
}
