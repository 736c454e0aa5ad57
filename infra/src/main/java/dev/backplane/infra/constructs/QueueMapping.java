package dev.backplane.infra.constructs;

import java.util.List;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.constructs.Construct;

/** Feeds a queue to a function in small batches, few at a time, and takes back only the messages that failed. */
public final class QueueMapping extends Construct {

    private static final int BATCH = 5;

    // The least that Lambda allows is 2; the work behind a queue calls APIs that throttle a whole account.
    private static final int CONCURRENCY = 5;

    public QueueMapping(ServiceFunction function, WorkQueue queue) {
        super(function, "Mapping");
        function.allow(
                queue.queue().getQueueArn(), "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage");
        CfnEventSourceMapping.Builder.create(this, "Resource")
                .functionName(function.live().getFunctionArn())
                .eventSourceArn(queue.queue().getQueueArn())
                .batchSize(BATCH)
                .functionResponseTypes(List.of("ReportBatchItemFailures"))
                .scalingConfig(CfnEventSourceMapping.ScalingConfigProperty.builder()
                        .maximumConcurrency(CONCURRENCY)
                        .build())
                .build();
    }
}
