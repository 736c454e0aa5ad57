package dev.backplane.infra;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.CfnParameter;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.LegacyStackSynthesizer;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.cloudwatch.CfnAlarm;
import software.amazon.awscdk.services.sqs.CfnQueue;
import software.constructs.Construct;

/**
 * The stack of one tenant: an inbound queue, an alarm on its age, and the custom resource that writes the tenant's row.
 *
 * <p>The row is created last and deleted first, so that it never describes a queue that a rollback deletes. All names
 * begin with the stack's name, because the role of these stacks allows no others.
 */
final class SingleTenantStack extends Stack {

    private static final String INBOUND = "-inbound";

    private static final int RETENTION_SECONDS = 14 * 24 * 60 * 60;
    private static final int VISIBILITY_SECONDS = 900;
    private static final int RECEIVES = 10;
    private static final int ALARM_AGE_SECONDS = 6 * 60 * 60;
    private static final int PERIOD_SECONDS = 300;

    // CloudFormation's default timeout is one hour. It must be longer than Lambda keeps a request, so that no request
    // is delivered after the stack has failed.
    private static final int RECORD_TIMEOUT_SECONDS = 600;

    private final String tenantId = parameter("TenantId", "The tenant that the stack is for");
    private final String version = parameter("StackVersion", "The version of this definition");
    private final String execution = parameter("Execution", "The run that deploys the stack");
    private final String metadataFunction =
            parameter("MetadataFunctionArn", "The function that writes the tenant's row");
    private final String deadLetters = parameter("DlqArn", "The queue for what nobody could receive");

    SingleTenantStack(Construct scope, String id) {
        super(
                scope,
                id,
                StackProps.builder()
                        .description("Backplane: the queue of one tenant")
                        .synthesizer(new LegacyStackSynthesizer())
                        .analyticsReporting(false)
                        .build());
        CfnQueue inbound = inbound();
        CfnAlarm age = age(inbound);
        record(inbound).getNode().addDependency(age);
        output("InboundQueueArn", inbound.getAttrArn(), "What the tenant's messages are sent to");
        output("InboundQueueUrl", inbound.getRef(), "Where the tenant receives them");
    }

    private String parameter(String name, String description) {
        return CfnParameter.Builder.create(this, name)
                .type("String")
                .description(description)
                .build()
                .getValueAsString();
    }

    private CfnQueue inbound() {
        return CfnQueue.Builder.create(this, "InboundQueue")
                .queueName(Aws.STACK_NAME + INBOUND)
                .sqsManagedSseEnabled(true)
                .messageRetentionPeriod(RETENTION_SECONDS)
                .visibilityTimeout(VISIBILITY_SECONDS)
                .redrivePolicy(new TreeMap<>(Map.of("deadLetterTargetArn", deadLetters, "maxReceiveCount", RECEIVES)))
                .build();
    }

    private CfnAlarm age(CfnQueue queue) {
        return CfnAlarm.Builder.create(this, "InboundQueueAge")
                .alarmName(Aws.STACK_NAME + INBOUND + "-age")
                .alarmDescription(
                        "A tenant does not receive its messages. Runbook: docs/runbooks/tenants.md#inbound-queue-age")
                .namespace("AWS/SQS")
                .metricName("ApproximateAgeOfOldestMessage")
                .dimensions(List.of(CfnAlarm.DimensionProperty.builder()
                        .name("QueueName")
                        .value(queue.getAttrQueueName())
                        .build()))
                .statistic("Maximum")
                .period(PERIOD_SECONDS)
                .evaluationPeriods(1)
                .comparisonOperator("GreaterThanOrEqualToThreshold")
                .threshold(ALARM_AGE_SECONDS)
                .treatMissingData("notBreaching")
                .build();
    }

    private CfnResource record(CfnQueue queue) {
        CfnResource made = CfnResource.Builder.create(this, "TenantRecord")
                .type("Custom::TenantRecord")
                .properties(new TreeMap<>(Map.of(
                        "ServiceToken", metadataFunction,
                        "ServiceTimeout", RECORD_TIMEOUT_SECONDS,
                        "TenantId", tenantId,
                        "StackVersion", version,
                        "Execution", execution,
                        "InboundQueueArn", queue.getAttrArn(),
                        "InboundQueueUrl", queue.getRef())))
                .build();
        made.getNode().addDependency(queue);
        return made;
    }

    private void output(String name, String value, String description) {
        CfnOutput.Builder.create(this, name)
                .value(value)
                .description(description)
                .build();
    }
}
