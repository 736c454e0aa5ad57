package dev.backplane.infra.constructs;

import java.util.List;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.constructs.Construct;

/** Invokes a function with small batches of messages and low concurrency; only failed messages are delivered again. */
public final class QueueMapping extends Construct {

    /** The usual number of messages of one invocation. */
    public static final int BATCH = 5;

    // Lambda's minimum. The functions call APIs that have one rate limit for the whole account.
    private static final int CONCURRENCY = 5;

    public QueueMapping(ServiceFunction function, WorkQueue queue, int batch) {
        super(function, "Mapping");
        function.allow(
                queue.queue().getQueueArn(), "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage");
        CfnEventSourceMapping.Builder.create(this, "Resource")
                .functionName(function.live().getFunctionArn())
                .eventSourceArn(queue.queue().getQueueArn())
                .batchSize(batch)
                .functionResponseTypes(List.of("ReportBatchItemFailures"))
                .scalingConfig(CfnEventSourceMapping.ScalingConfigProperty.builder()
                        .maximumConcurrency(CONCURRENCY)
                        .build())
                .build();
    }
}
