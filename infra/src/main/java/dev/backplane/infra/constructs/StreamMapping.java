package dev.backplane.infra.constructs;

import java.util.List;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.constructs.Construct;

/** Feeds a table's stream to a function, in order per item, and puts aside what fails for hours. */
public final class StreamMapping extends Construct {

    // Without end: an outage of minutes must not use up a number of tries, so that only the age decides.
    private static final int RETRIES = -1;

    // Streams keep records for 24 hours: giving up after 6 leaves 18 to fetch what the failure queue points to.
    private static final int MAXIMUM_RECORD_AGE_SECONDS = 6 * 60 * 60;

    /** Maps the records that match the pattern. */
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
                "dynamodb:ListStreams cannot be limited to a resource; Lambda asks for it.",
                "dynamodb:ListStreams");
        function.allow(failures.arn(), "sqs:SendMessage");
    }
}
