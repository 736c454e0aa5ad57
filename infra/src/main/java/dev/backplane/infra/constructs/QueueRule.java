package dev.backplane.infra.constructs;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/**
 * A rule that sends the events of a pattern to a work queue, unchanged.
 *
 * <p>Events that EventBridge cannot deliver go to the dead-letter queue of the same queue. They have the same form as
 * other dead letters, so both are moved back in the same way. The rule is a level 1 construct, because the level 2
 * target allows more than sending.
 */
public final class QueueRule extends Construct {

    // Long enough to outlast an outage of the queue, and short enough to be noticed on the same day.
    private static final int MAXIMUM_EVENT_AGE_SECONDS = 6 * 60 * 60;

    // EventBridge's maximum: the age limits the retries, because the intervals between them grow.
    private static final int RETRIES = 185;

    private final WorkQueue queue;
    private final Optional<String> busName;
    private final CfnRule rule;

    /** Matches events on the given bus. */
    public QueueRule(WorkQueue queue, IEventBus bus, EventPattern pattern) {
        this(queue, Optional.of(bus.getEventBusName()), pattern);
    }

    /** Matches events of AWS services, which are on the account's default bus. */
    public static QueueRule ofAwsEvents(WorkQueue queue, EventPattern pattern) {
        return new QueueRule(queue, Optional.empty(), pattern);
    }

    private QueueRule(WorkQueue queue, Optional<String> busName, EventPattern pattern) {
        super(queue, "Rule");
        this.queue = queue;
        this.busName = busName;
        CfnRule.Builder builder = CfnRule.Builder.create(this, "Resource")
                .name(queue.queueName())
                .description("Sends events to the queue " + queue.queueName())
                .eventPattern(pattern.members())
                .targets(List.of(target()));
        busName.ifPresent(builder::eventBusName);
        this.rule = builder.build();
        allowSending(queue.queue());
        queue.deadLetters().acceptFrom(rule);
    }

    private CfnRule.TargetProperty target() {
        return CfnRule.TargetProperty.builder()
                .id("queue")
                .arn(queue.queue().getQueueArn())
                .retryPolicy(CfnRule.RetryPolicyProperty.builder()
                        .maximumEventAgeInSeconds(MAXIMUM_EVENT_AGE_SECONDS)
                        .maximumRetryAttempts(RETRIES)
                        .build())
                .deadLetterConfig(CfnRule.DeadLetterConfigProperty.builder()
                        .arn(queue.deadLetters().arn())
                        .build())
                .build();
    }

    private void allowSending(Queue to) {
        to.addToResourcePolicy(PolicyStatement.Builder.create()
                .principals(List.of(new ServicePrincipal("events.amazonaws.com")))
                .actions(List.of("sqs:SendMessage"))
                .resources(List.of(to.getQueueArn()))
                .conditions(Map.of("ArnEquals", Map.of("aws:SourceArn", rule.getAttrArn())))
                .build());
    }

    /** Returns the queue. */
    public WorkQueue queue() {
        return queue;
    }

    String ruleName() {
        return queue.queueName();
    }

    /** Returns the bus of the rule; empty for the account's default bus. */
    Optional<String> busName() {
        return busName;
    }
}
