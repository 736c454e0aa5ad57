package dev.backplane.tenants.api;

import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueueDepth;
import dev.backplane.tenants.Redrive;
import io.avaje.jsonb.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A queue with its messages, as callers see it.
 *
 * @param messages null for outbound queues and those that were deleted outside Backplane, as the other numbers
 * @param deadLetters null if the queue has no dead-letter queue of its own
 */
@Json
record QueueStateView(
        String tenantId,
        String type,
        String arn,
        String url,
        String region,
        String version,
        @Nullable Long messages,
        @Nullable Long messagesInFlight,
        @Nullable Long messagesDelayed,
        @Nullable Long oldestMessageAgeSeconds,
        @Nullable DeadLetters deadLetters) {

    static QueueStateView of(
            QueueView queue, Optional<QueueDepth> depth, Optional<Long> age, Optional<DeadLetters> deadLetters) {
        return new QueueStateView(
                queue.tenantId(),
                queue.type(),
                queue.arn(),
                queue.url(),
                queue.region(),
                queue.version(),
                depth.map(QueueDepth::waiting).orElse(null),
                depth.map(QueueDepth::inFlight).orElse(null),
                depth.map(QueueDepth::delayed).orElse(null),
                age.orElse(null),
                deadLetters.orElse(null));
    }

    /**
     * The dead-letter queue of a queue.
     *
     * @param redrive the running or latest redrive
     */
    @Json
    record DeadLetters(
            String arn,
            String url,
            @Nullable Long messages,
            @Nullable Long messagesInFlight,
            @Nullable RedriveView redrive) {

        static DeadLetters of(Queue queue, Optional<QueueDepth> depth, Optional<Redrive> redrive) {
            return new DeadLetters(
                    queue.arn(),
                    queue.url(),
                    depth.map(QueueDepth::waiting).orElse(null),
                    depth.map(QueueDepth::inFlight).orElse(null),
                    redrive.map(RedriveView::of).orElse(null));
        }
    }
}
