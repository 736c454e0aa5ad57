package dev.backplane.local.cloudformation.template;

import java.util.Map;
import java.util.Optional;

/**
 * The physical identity of a resource.
 *
 * @param ref the value of {@code Ref}
 * @param attributes the values of {@code Fn::GetAtt} by attribute
 */
public record ResourceIdentity(String ref, Map<String, String> attributes) {

    public ResourceIdentity {
        attributes = Map.copyOf(attributes);
    }

    /** Creates an identity without attributes. */
    public static ResourceIdentity of(String ref) {
        return new ResourceIdentity(ref, Map.of());
    }

    /** Creates an identity with a name and an ARN. */
    public static ResourceIdentity named(String ref, String arn) {
        return new ResourceIdentity(ref, Map.of("Arn", arn));
    }

    /** Returns the ARN, if the resource has one. */
    public Optional<String> arn() {
        return Optional.ofNullable(attributes.get("Arn"))
                .or(() -> Optional.of(ref).filter(name -> name.startsWith("arn:")));
    }
}
