package dev.backplane.infra.constructs;

import java.util.List;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.lambda.CfnPermission;
import software.constructs.Construct;

/**
 * A rule that calls a function with each event of a pattern.
 *
 * <p>Lambda keeps the events until the function can take them, for six hours if it must. An event that the function fails
 * at three times, or that EventBridge cannot hand to Lambda, ends in a queue, as it was published.
 */
public final class FunctionRule extends Construct {

    private static final int MAXIMUM_EVENT_AGE_SECONDS = 6 * 60 * 60;

    // The most that EventBridge allows: its pauses grow, and the age is to decide when it gives up.
    private static final int RETRIES = 185;

    /** Calls the function with the events on the bus that match the pattern. */
    public FunctionRule(ServiceFunction function, IEventBus bus, EventPattern pattern, FailureQueue failures) {
        super(function, "Rule");
        function.deadLettersTo(failures);
        CfnRule rule = CfnRule.Builder.create(this, "Resource")
                .name(function.functionName())
                .description("Calls " + function.functionName() + " with events of the bus")
                .eventBusName(bus.getEventBusName())
                .eventPattern(pattern.members())
                .targets(List.of(target(function, failures)))
                .build();
        CfnPermission.Builder.create(this, "Permission")
                .action("lambda:InvokeFunction")
                .functionName(function.live().getFunctionArn())
                .principal("events.amazonaws.com")
                .sourceArn(rule.getAttrArn())
                .build();
        failures.acceptFrom(rule);
    }

    private static CfnRule.TargetProperty target(ServiceFunction function, FailureQueue failures) {
        return CfnRule.TargetProperty.builder()
                .id("function")
                .arn(function.live().getFunctionArn())
                .retryPolicy(CfnRule.RetryPolicyProperty.builder()
                        .maximumEventAgeInSeconds(MAXIMUM_EVENT_AGE_SECONDS)
                        .maximumRetryAttempts(RETRIES)
                        .build())
                .deadLetterConfig(CfnRule.DeadLetterConfigProperty.builder()
                        .arn(failures.arn())
                        .build())
                .build();
    }
}
