package dev.backplane.infra.constructs;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/** A queue of work for one function, with a dead-letter queue for what it could not do. */
public final class WorkQueue extends Construct {

    /** How often a message is delivered before it becomes a dead letter. */
    public static final int RECEIVES = 5;

    /** Six times the timeout of a function, so that a slow batch is not delivered to a second one meanwhile. */
    private static final Duration VISIBILITY = Duration.seconds(6 * ServiceFunction.QUEUE_TIMEOUT_SECONDS);

    private final String label;
    private final String name;
    private final FailureQueue deadLetters;
    private final Queue queue;

    /** A queue for a kind of work, such as {@code layer-deletions}. */
    public WorkQueue(Construct scope, Service service, String work) {
        super(scope, work);
        this.label = work;
        this.name = service.nameOf(work);
        this.deadLetters = FailureQueue.deadLetters(this, name);
        this.queue = Queues.named(this, name)
                .visibilityTimeout(VISIBILITY)
                .deadLetterQueue(DeadLetterQueue.builder()
                        .queue(deadLetters.queue())
                        .maxReceiveCount(RECEIVES)
                        .build())
                .build();
    }

    Queue queue() {
        return queue;
    }

    FailureQueue deadLetters() {
        return deadLetters;
    }

    String label() {
        return label;
    }

    String queueName() {
        return name;
    }
}
