package dev.backplane.tenants;

import java.time.Instant;
import java.util.Optional;

/**
 * What a tenant has.
 *
 * @param outbound a queue that only tenants of older stacks have
 * @param stackId the stack that owns the row; empty on tenants of older stacks
 * @param execution the run that the row was last written for; empty on rows that were written before runs were checked
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

    /** Returns a queue, if the tenant has one of the type. */
    public Optional<Queue> queue(QueueType type) {
        return switch (type) {
            case INBOUND -> Optional.of(inbound);
            case OUTBOUND -> outbound;
        };
    }
}
