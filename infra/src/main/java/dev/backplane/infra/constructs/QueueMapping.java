package dev.backplane.infra.constructs;

import java.util.List;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.constructs.Construct;

/** An event source mapping with small batches and low concurrency. Only failed messages are delivered again. */
public final class QueueMapping extends Construct {

    /** The usual number of messages of one invocation. */
    public static final int BATCH = 5;

    // Low, because the functions call APIs whose rate limit applies to the whole account.
    private static final int MAX_CONCURRENCY = 5;

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
                        .maximumConcurrency(MAX_CONCURRENCY)
                        .build())
                .build();
    }
}
