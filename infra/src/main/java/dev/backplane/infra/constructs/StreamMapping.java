package dev.backplane.infra.constructs;

import java.util.List;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.constructs.Construct;

/**
 * An event source mapping that delivers a table's stream records to a function, in order per item. The positions of
 * records that fail for hours go to the failure queue.
 */
public final class StreamMapping extends Construct {

    // Unlimited: an outage must not exhaust the retries within minutes. Only the age is limited.
    private static final int RETRIES = -1;

    // Streams keep records for 24 hours, so 18 hours remain to read the records that the failure queue refers to.
    private static final int MAXIMUM_RECORD_AGE_SECONDS = 6 * 60 * 60;

    /** Creates a mapping for the records that match the pattern. */
    public StreamMapping(ServiceFunction function, ServiceTable table, FailureQueue failures, EventPattern pattern) {
        super(function, "Mapping");
        allow(function, table, failures);
        CfnEventSourceMapping.Builder builder = CfnEventSourceMapping.Builder.create(this, "Resource")
                .functionName(function.live().getFunctionArn())
                .eventSourceArn(table.streamArn())
                .startingPosition("TRIM_HORIZON")
                .batchSize(100)
                .bisectBatchOnFunctionError(true)
                .maximumRetryAttempts(RETRIES)
                .maximumRecordAgeInSeconds(MAXIMUM_RECORD_AGE_SECONDS)
                .functionResponseTypes(List.of("ReportBatchItemFailures"))
                .destinationConfig(CfnEventSourceMapping.DestinationConfigProperty.builder()
                        .onFailure(CfnEventSourceMapping.OnFailureProperty.builder()
                                .destination(failures.arn())
                                .build())
                        .build());
        if (!pattern.equals(EventPattern.ANY)) {
            builder.filterCriteria(CfnEventSourceMapping.FilterCriteriaProperty.builder()
                    .filters(List.of(CfnEventSourceMapping.FilterProperty.builder()
                            .pattern(Stack.of(this).toJsonString(pattern.members()))
                            .build()))
                    .build());
        }
        builder.build();
    }

    private static void allow(ServiceFunction function, ServiceTable table, FailureQueue failures) {
        function.allow(
                table.streamArn(), "dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator");
        function.allowPattern(
                "*",
                "Lambda requires dynamodb:ListStreams, which cannot be limited to a resource.",
                "dynamodb:ListStreams");
        function.allow(failures.arn(), "sqs:SendMessage");
    }
}
