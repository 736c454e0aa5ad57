package dev.backplane.infra.constructs;

import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/** A queue where background work leaves what it had to give up, for a person to look at. */
public final class FailureQueue extends Construct {

    private final String label;
    private final String name;
    private final Queue queue;

    /** The queue for notes about the stream records that a service's functions gave up. */
    public static FailureQueue notes(Construct scope, Service service) {
        String label = service.name() + "-failures";
        return new FailureQueue(scope, "Failures", label, service.nameOf(label));
    }

    /** The queue for the messages that nobody could receive from any of the queues that name this one. */
    public static FailureQueue shared(Construct scope, Service service, String label) {
        return new FailureQueue(scope, label, label, service.nameOf(label));
    }

    /** The queue for the messages that nobody could handle; they are whole and can be handed back. */
    static FailureQueue deadLetters(Construct scope, WorkQueue queue) {
        String label = queue.label() + "-dead-letters";
        return new FailureQueue(scope, "DeadLetters", label, queue.queueName() + "-dead-letters");
    }

    private FailureQueue(Construct scope, String id, String label, String name) {
        super(scope, id);
        this.label = label;
        this.name = name;
        this.queue = Queues.named(this, name).build();
        Suppressions.accept(
                queue,
                "AwsSolutions-SQS3",
                "This is where failures end up: it is read by people, and a queue behind it would be read by nobody.");
    }

    /** What a queue has to name in its redrive policy. */
    public String arn() {
        return queue.getQueueArn();
    }

    Queue queue() {
        return queue;
    }

    String label() {
        return label;
    }

    String queueName() {
        return name;
    }
}
