package dev.backplane.tenants;

import java.time.Instant;
import java.util.Optional;

/**
 * The resources of a tenant.
 *
 * @param outbound only on tenants of older stacks
 * @param stackId the stack that owns the row; empty on tenants of older stacks
 * @param execution the run that last wrote the row; empty on rows from before runs were checked
 */
public record Metadata(
        StackVersion version,
        int generation,
        Instant created,
        Instant updated,
        Queue inbound,
        Optional<Queue> outbound,
        Optional<String> stackId,
        Optional<String> execution) {

    public Optional<Queue> queue(QueueType type) {
        return switch (type) {
            case INBOUND -> Optional.of(inbound);
            case OUTBOUND -> outbound;
        };
    }
}
