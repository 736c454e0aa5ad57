package dev.backplane.local.cloudformation.template;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The resource types that the local cloud can run. */
public final class ResourceKinds {

    private final Map<String, ResourceKind> byType = new HashMap<>();

    /** Adds kinds. A type must not be registered twice. */
    public ResourceKinds register(List<ResourceKind> kinds) {
        for (ResourceKind kind : kinds) {
            if (byType.putIfAbsent(kind.type(), kind) != null) {
                throw new IllegalStateException(kind.type() + " is registered twice");
            }
        }
        return this;
    }

    Optional<ResourceKind> find(String type) {
        return Optional.ofNullable(byType.get(type));
    }
}
