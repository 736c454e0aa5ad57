package dev.backplane.infra.constructs;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.events.IEventBus;
import software.constructs.Construct;

/**
 * A rule that calls a function with each event of a pattern.
 *
 * <p>Lambda keeps an event for up to six hours until the function accepts it. An event that the function fails to process
 * three times, or that EventBridge cannot deliver to Lambda, is sent to a queue unchanged.
 */
public final class FunctionRule extends Construct {

    private static final int MAXIMUM_EVENT_AGE_SECONDS = 6 * 60 * 60;

    // EventBridge's maximum, so that the age of the event decides when it stops retrying.
    private static final int RETRIES = 185;

    /** Calls the function with the events on the bus that match the pattern. */
    public FunctionRule(ServiceFunction function, IEventBus bus, EventPattern pattern, FailureQueue failures) {
        super(function, "Rule");
        function.deadLettersTo(failures);
        FunctionTarget target = new FunctionTarget(function, Optional.of(failures));
        CfnRule rule = CfnRule.Builder.create(this, "Resource")
                .name(function.functionName())
                .description("Calls " + function.functionName() + " with events of the bus")
                .eventBusName(bus.getEventBusName())
                .eventPattern(pattern.members())
                .targets(List.of(target.retrying(MAXIMUM_EVENT_AGE_SECONDS, RETRIES)))
                .build();
        target.allow(this, rule);
    }
}
