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
 * The stack of one tenant: an inbound queue with its dead-letter queue, an alarm on each, and the custom resource that
 * writes the tenant's row.
 *
 * <p>The row is created last and deleted first, so that it never describes a queue that a rollback deletes. All names
 * begin with the stack's name, because the role of these stacks allows no others.
 */
final class SingleTenantStack extends Stack {

    private static final String INBOUND = "-inbound";

    // Not longer than the name of the inbound queue, which limits the length of stage names.
    private static final String DEAD_LETTERS = "-dlq";

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

    SingleTenantStack(Construct scope, String id) {
        super(
                scope,
                id,
                StackProps.builder()
                        .description("Backplane: the queue of one tenant")
                        .synthesizer(new LegacyStackSynthesizer())
                        .analyticsReporting(false)
                        .build());
        CfnQueue deadLetters = queue("DeadLetters", DEAD_LETTERS).build();
        CfnQueue inbound = inbound(deadLetters);
        // An update that fails deletes the new dead-letter queue. So messages can get there only after everything else
        // has succeeded but the row.
        inbound.getNode().addDependency(depth(deadLetters));
        record(inbound, deadLetters).getNode().addDependency(age(inbound));
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

    private CfnQueue.Builder queue(String id, String suffix) {
        return CfnQueue.Builder.create(this, id)
                .queueName(Aws.STACK_NAME + suffix)
                .sqsManagedSseEnabled(true)
                .messageRetentionPeriod(RETENTION_SECONDS);
    }

    private CfnQueue inbound(CfnQueue deadLetters) {
        return queue("InboundQueue", INBOUND)
                .visibilityTimeout(VISIBILITY_SECONDS)
                .redrivePolicy(new TreeMap<>(
                        Map.of("deadLetterTargetArn", deadLetters.getAttrArn(), "maxReceiveCount", RECEIVES)))
                .build();
    }

    private CfnAlarm age(CfnQueue queue) {
        return alarm("InboundQueueAge", queue, "ApproximateAgeOfOldestMessage")
                .alarmName(Aws.STACK_NAME + INBOUND + "-age")
                .alarmDescription(
                        "A tenant does not receive its messages. Runbook: docs/runbooks/tenants.md#inbound-queue-age")
                .threshold(ALARM_AGE_SECONDS)
                .build();
    }

    private CfnAlarm depth(CfnQueue queue) {
        return alarm("DeadLettersNotEmpty", queue, "ApproximateNumberOfMessagesVisible")
                .alarmName(Aws.STACK_NAME + DEAD_LETTERS)
                .alarmDescription("A tenant did not process a message. "
                        + "Runbook: docs/runbooks/tenants.md#tenant-dead-letters-not-empty")
                .threshold(1)
                .build();
    }

    private CfnAlarm.Builder alarm(String id, CfnQueue queue, String metric) {
        return CfnAlarm.Builder.create(this, id)
                .namespace("AWS/SQS")
                .metricName(metric)
                .dimensions(List.of(CfnAlarm.DimensionProperty.builder()
                        .name("QueueName")
                        .value(queue.getAttrQueueName())
                        .build()))
                .statistic("Maximum")
                .period(PERIOD_SECONDS)
                .evaluationPeriods(1)
                .comparisonOperator("GreaterThanOrEqualToThreshold")
                .treatMissingData("notBreaching");
    }

    private CfnResource record(CfnQueue queue, CfnQueue deadLetters) {
        CfnResource made = CfnResource.Builder.create(this, "TenantRecord")
                .type("Custom::TenantRecord")
                .properties(new TreeMap<>(Map.of(
                        "ServiceToken", metadataFunction,
                        "ServiceTimeout", RECORD_TIMEOUT_SECONDS,
                        "TenantId", tenantId,
                        "StackVersion", version,
                        "Execution", execution,
                        "InboundQueueArn", queue.getAttrArn(),
                        "InboundQueueUrl", queue.getRef(),
                        "DeadLetterQueueArn", deadLetters.getAttrArn(),
                        "DeadLetterQueueUrl", deadLetters.getRef())))
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
