package dev.backplane.tenants;

import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The resources of a tenant.
 *
 * @param deadLetters of the inbound queue; empty on tenants whose stack reports none
 * @param outbound only on tenants of older stacks
 * @param outputs what the stack reports besides the queue, by name
 * @param inputs the digest of what the stack was deployed with; empty for the built-in template
 * @param stackId the stack that owns the row; empty on tenants of older stacks
 * @param execution the run that last wrote the row; empty on rows from before runs were checked
 */
public record Metadata(
        StackVersion version,
        int generation,
        Instant created,
        Instant updated,
        Queue inbound,
        Optional<Queue> deadLetters,
        Optional<Queue> outbound,
        SortedMap<String, String> outputs,
        Optional<String> inputs,
        Optional<String> stackId,
        Optional<String> execution) {

    public Optional<Queue> queue(QueueType type) {
        return switch (type) {
            case INBOUND -> Optional.of(inbound);
            case OUTBOUND -> outbound;
        };
    }

    /** Returns the dead-letter queue of a queue, if it has one of its own. */
    public Optional<Queue> deadLetters(QueueType type) {
        return switch (type) {
            case INBOUND -> deadLetters;
            case OUTBOUND -> Optional.empty();
        };
    }
}
