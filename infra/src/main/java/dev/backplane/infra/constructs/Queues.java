package dev.backplane.infra.constructs;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/** Creates queues with encryption, TLS only, and SQS's maximum retention of two weeks. */
final class Queues {

    private Queues() {}

    static Queue.Builder named(Construct scope, String name) {
        return Queue.Builder.create(scope, "Resource")
                .queueName(name)
                .retentionPeriod(Duration.days(14))
                .encryption(QueueEncryption.SQS_MANAGED)
                .enforceSsl(true);
    }
}
