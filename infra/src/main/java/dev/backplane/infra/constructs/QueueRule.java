package dev.backplane.infra.constructs;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/**
 * A rule that puts the events of a pattern into a queue of work, whole.
 *
 * <p>What EventBridge cannot put there becomes a dead letter of the same queue: it has the same form, so both kinds are
 * handed back in the same way. The rule is a level 1 resource, as the level 2 target allows more than sending.
 */
public final class QueueRule extends Construct {

    // Long enough to outlast an outage of the queue, and short enough for somebody to notice on the same day.
    private static final int MAXIMUM_EVENT_AGE_SECONDS = 6 * 60 * 60;

    // The most that EventBridge allows: its pauses grow, and the age is to decide when it gives up.
    private static final int RETRIES = 185;

    private final WorkQueue queue;
    private final IEventBus bus;
    private final CfnRule rule;

    /** Fills the queue with the events on the bus that match the pattern. */
    public QueueRule(WorkQueue queue, IEventBus bus, EventPattern pattern) {
        super(queue, "Rule");
        this.queue = queue;
        this.bus = bus;
        this.rule = CfnRule.Builder.create(this, "Resource")
                .name(queue.queueName())
                .description("Puts events into the queue " + queue.queueName())
                .eventBusName(bus.getEventBusName())
                .eventPattern(pattern.members())
                .targets(List.of(target()))
                .build();
        allowSending(queue.queue());
        allowSending(queue.deadLetters().queue());
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

    /** The queue that the rule fills. */
    public WorkQueue queue() {
        return queue;
    }

    String ruleName() {
        return queue.queueName();
    }

    String busName() {
        return bus.getEventBusName();
    }
}
