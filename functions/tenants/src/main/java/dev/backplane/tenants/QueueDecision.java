package dev.backplane.tenants;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The decision on a request for a queue. */
public sealed interface QueueDecision {

    /** The number of attempts before an operator has to step in. */
    int MAX_ATTEMPTS = 5;

    /** The pause before the second attempt; each further pause is twice as long. */
    Duration FIRST_PAUSE = Duration.ofMinutes(3);

    /** The queue exists. */
    record Ready(Queue queue, StackVersion version) implements QueueDecision {}

    /** Start provisioning the tenant. */
    record Start(int generation, int attempt) implements QueueDecision {}

    /** The tenant is being provisioned. */
    record Provisioning(int attempt, String execution) implements QueueDecision {}

    /** The tenant is deleted or being deleted. */
    record Gone() implements QueueDecision {}

    /** The tenant is suspended. */
    record Suspended(Suspension suspension) implements QueueDecision {}

    /** The latest attempt failed; the next one is due later. */
    record FailedRetryLater(String reason, int attempt, Instant retryAt) implements QueueDecision {}

    /** The last attempt failed; only an operator can start another. */
    record FailedForGood(String reason, int attempt) implements QueueDecision {}

    /** There is no such tenant, and the stage does not provision tenants that are not registered. */
    record Unknown() implements QueueDecision {}

    /** The tenant has no queue of the type, and will not get one. */
    record NoSuchQueue() implements QueueDecision {}

    /**
     * Decides on a request for a queue.
     *
     * @param onboarding whether the first request for a queue provisions a tenant that is not registered
     */
    static QueueDecision of(Tenant tenant, QueueType type, Instant now, StackVersion current, Onboarding onboarding) {
        if (onboarding == Onboarding.REGISTERED && tenant.isUnknown()) {
            return new Unknown();
        }
        return of(tenant, type, now, current);
    }

    private static QueueDecision of(Tenant tenant, QueueType type, Instant now, StackVersion current) {
        if (tenant.deletion().isPresent()) {
            return new Gone();
        }
        if (tenant.suspension().isPresent()) {
            return new Suspended(tenant.suspension().get());
        }
        Optional<Metadata> metadata = tenant.provision();
        if (metadata.isPresent()) {
            return metadata.get()
                    .queue(type)
                    .<QueueDecision>map(queue -> new Ready(queue, metadata.get().version()))
                    .orElseGet(NoSuchQueue::new);
        }
        if (type == QueueType.OUTBOUND) {
            return new NoSuchQueue();
        }
        return tenant.creation()
                .map(creation -> withoutQueue(creation, now, current))
                .orElseGet(() -> new Start(tenant.generation(), 1));
    }

    private static QueueDecision withoutQueue(Audit creation, Instant now, StackVersion current) {
        return switch (creation.status()) {
            case STARTED -> new Provisioning(creation.attempt(), creation.execution());
            // The stack was deleted outside Backplane; start a new generation.
            case SUCCESS -> new Start(creation.generation() + 1, 1);
            case FAILURE -> afterFailure(creation, now, current);
        };
    }

    private static QueueDecision afterFailure(Audit creation, Instant now, StackVersion current) {
        if (!creation.isFor(current)) {
            return new Start(creation.generation(), 1);
        }
        int attempt = creation.attempt();
        if (attempt >= MAX_ATTEMPTS) {
            return new FailedForGood(creation.reasonOrUnknown(), attempt);
        }
        Instant retryAt = creation.updated().plus(FIRST_PAUSE.multipliedBy(1L << (attempt - 1)));
        return now.isBefore(retryAt)
                ? new FailedRetryLater(creation.reasonOrUnknown(), attempt, retryAt)
                : new Start(creation.generation(), attempt + 1);
    }
}
