package dev.backplane.tenants;

import java.util.Optional;

/** The decision on a request to move the dead letters of a queue back. */
public sealed interface RedriveDecision {

    /** Move the messages from the dead-letter queue to the queue. */
    record Move(Queue deadLetters, Queue queue) implements RedriveDecision {}

    /** There is no such tenant. */
    record Unknown() implements RedriveDecision {}

    /** The tenant is deleted or being deleted. */
    record Gone() implements RedriveDecision {}

    /** The tenant has no queue of the type, or none yet. */
    record NoSuchQueue() implements RedriveDecision {}

    /** The stack has an older version, whose queue shares a dead-letter queue with other tenants. */
    record UpgradeRequired(StackVersion version) implements RedriveDecision {}

    /** The template of the tenant's stack reports no dead-letter queue. */
    record NoDeadLetterQueue() implements RedriveDecision {}

    /** Decides on a request for the queue of a type. */
    static RedriveDecision of(Tenant tenant, QueueType type, StackVersion current) {
        if (tenant.isUnknown()) {
            return new Unknown();
        }
        if (tenant.deletion().isPresent()) {
            return new Gone();
        }
        return tenant.provision()
                .flatMap(metadata -> metadata.queue(type).map(queue -> of(metadata, type, queue, current)))
                .orElseGet(NoSuchQueue::new);
    }

    private static RedriveDecision of(Metadata metadata, QueueType type, Queue queue, StackVersion current) {
        Optional<Queue> deadLetters = metadata.deadLetters(type);
        if (deadLetters.isPresent()) {
            return new Move(deadLetters.get(), queue);
        }
        return metadata.version().equals(current) ? new NoDeadLetterQueue() : new UpgradeRequired(metadata.version());
    }
}
