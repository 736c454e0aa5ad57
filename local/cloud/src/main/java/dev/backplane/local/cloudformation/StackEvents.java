package dev.backplane.local.cloudformation;

import java.util.UUID;

/** Creates stack events. */
final class StackEvents {

    private StackEvents() {}

    static StackEvent of(StackResource resource, String token) {
        return new StackEvent(
                resource.logicalId() + "-" + resource.status() + "-" + UUID.randomUUID(),
                resource.updatedAt(),
                resource.logicalId(),
                resource.physicalId(),
                resource.type(),
                resource.status(),
                resource.reason(),
                token);
    }
}
