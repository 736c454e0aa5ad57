package dev.backplane.infra.constructs;

import java.util.List;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.lambda.CfnPermission;
import software.constructs.Construct;

/**
 * A rule that invokes a function every minute.
 *
 * <p>EventBridge stops retrying a failed invocation before the one after the next is due, and sends it to a queue.
 */
public final class ScheduleRule extends Construct {

    private static final String EVERY_MINUTE = "rate(1 minute)";

    // EventBridge's minimum: later invocations do the same work.
    private static final int MAXIMUM_EVENT_AGE_SECONDS = 60;
    private static final int RETRIES = 2;

    private final ServiceFunction function;
    private final FailureQueue missed;

    /**
     * Creates the rule.
     *
     * @param missed the queue for invocations that could not be made
     */
    public ScheduleRule(ServiceFunction function, FailureQueue missed) {
        super(function, "Schedule");
        this.function = function;
        this.missed = missed;
        CfnRule rule = CfnRule.Builder.create(this, "Resource")
                .name(function.functionName())
                .description("Invokes " + function.functionName() + " every minute")
                .scheduleExpression(EVERY_MINUTE)
                .state("ENABLED")
                .targets(List.of(target()))
                .build();
        CfnPermission.Builder.create(this, "Permission")
                .action("lambda:InvokeFunction")
                .functionName(function.live().getFunctionArn())
                .principal("events.amazonaws.com")
                .sourceArn(rule.getAttrArn())
                .build();
        missed.acceptFrom(rule);
    }

    private CfnRule.TargetProperty target() {
        return CfnRule.TargetProperty.builder()
                .id("function")
                .arn(function.live().getFunctionArn())
                .retryPolicy(CfnRule.RetryPolicyProperty.builder()
                        .maximumEventAgeInSeconds(MAXIMUM_EVENT_AGE_SECONDS)
                        .maximumRetryAttempts(RETRIES)
                        .build())
                .deadLetterConfig(CfnRule.DeadLetterConfigProperty.builder()
                        .arn(missed.arn())
                        .build())
                .build();
    }

    ServiceFunction function() {
        return function;
    }

    FailureQueue missed() {
        return missed;
    }
}
