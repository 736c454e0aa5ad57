package dev.backplane.infra.constructs;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/** The queue where a service's background work leaves a note about what it had to give up. */
public final class FailureQueue extends Construct {

    private final String name;
    private final Queue queue;

    public FailureQueue(Construct scope, Service service) {
        super(scope, "Failures");
        this.name = service.nameOf(service.name() + "-failures");
        this.queue = Queue.Builder.create(this, "Resource")
                .queueName(name)
                .retentionPeriod(Duration.days(14))
                .encryption(QueueEncryption.SQS_MANAGED)
                .enforceSsl(true)
                .build();
        Suppressions.accept(
                queue,
                "AwsSolutions-SQS3",
                "This is where failures end up: it is read by people, and a queue behind it would be read by nobody.");
    }

    String arn() {
        return queue.getQueueArn();
    }

    String queueName() {
        return name;
    }
}
