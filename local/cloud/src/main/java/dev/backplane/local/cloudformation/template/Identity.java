package dev.backplane.local.cloudformation.template;

import java.util.Map;
import java.util.Optional;

/**
 * The physical identity of a resource.
 *
 * @param ref what {@code Ref} gives
 * @param attributes what {@code Fn::GetAtt} gives, by attribute name
 */
public record Identity(String ref, Map<String, String> attributes) {

    public Identity {
        attributes = Map.copyOf(attributes);
    }

    /** An identity that only {@code Ref} can ask for. */
    public static Identity of(String ref) {
        return new Identity(ref, Map.of());
    }

    /** The common case of a name and an ARN. */
    public static Identity named(String ref, String arn) {
        return new Identity(ref, Map.of("Arn", arn));
    }

    /** The ARN, when the resource has one. */
    public Optional<String> arn() {
        return Optional.ofNullable(attributes.get("Arn"))
                .or(() -> Optional.of(ref).filter(name -> name.startsWith("arn:")));
    }
}
