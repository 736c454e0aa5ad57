package dev.backplane.local.cloudformation.template;

import java.util.Map;
import java.util.Optional;

/**
 * The physical identity of a resource.
 *
 * @param ref what {@code Ref} gives
 * @param attributes what {@code Fn::GetAtt} gives, by attribute name
 */
public record ResourceIdentity(String ref, Map<String, String> attributes) {

    public ResourceIdentity {
        attributes = Map.copyOf(attributes);
    }

    /** An identity that only {@code Ref} can ask for. */
    public static ResourceIdentity of(String ref) {
        return new ResourceIdentity(ref, Map.of());
    }

    /** The common case of a name and an ARN. */
    public static ResourceIdentity named(String ref, String arn) {
        return new ResourceIdentity(ref, Map.of("Arn", arn));
    }

    /** The ARN, when the resource has one. */
    public Optional<String> arn() {
        return Optional.ofNullable(attributes.get("Arn"))
                .or(() -> Optional.of(ref).filter(name -> name.startsWith("arn:")));
    }
}
