package dev.backplane.infra.constructs;

import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/** A queue where background work leaves what it had to give up, for a person to look at. */
public final class FailureQueue extends Construct {

    private final String name;
    private final Queue queue;

    /** The queue for notes about the stream records that a service's functions gave up. */
    public static FailureQueue notes(Construct scope, Service service) {
        return new FailureQueue(scope, "Failures", service.nameOf(service.name() + "-failures"));
    }

    /** The queue for the messages that nobody could handle; they are whole and can be handed back. */
    static FailureQueue deadLetters(Construct scope, String queueName) {
        return new FailureQueue(scope, "DeadLetters", queueName + "-dead-letters");
    }

    private FailureQueue(Construct scope, String id, String name) {
        super(scope, id);
        this.name = name;
        this.queue = Queues.named(this, name).build();
        Suppressions.accept(
                queue,
                "AwsSolutions-SQS3",
                "This is where failures end up: it is read by people, and a queue behind it would be read by nobody.");
    }

    Queue queue() {
        return queue;
    }

    String arn() {
        return queue.getQueueArn();
    }

    String queueName() {
        return name;
    }
}
