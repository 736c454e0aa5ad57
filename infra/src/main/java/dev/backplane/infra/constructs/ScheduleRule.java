package dev.backplane.infra.constructs;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.events.CfnRule;
import software.constructs.Construct;

/**
 * A rule that invokes a function at a rate.
 *
 * <p>EventBridge stops retrying a failed invocation before the one after the next is due, and sends it to a queue if
 * there is one.
 */
public final class ScheduleRule extends Construct {

    /** How often the function is invoked, and how long a failed invocation is retried. */
    public enum Rate {
        // The age is EventBridge's minimum: later invocations do the same work.
        EVERY_MINUTE("rate(1 minute)", "every minute", 60, 2),
        EVERY_TWO_MINUTES("rate(2 minutes)", "every two minutes", 60, 2),
        EVERY_HOUR("rate(1 hour)", "every hour", 1800, 5),
        EVERY_DAY("rate(1 day)", "every day", 3600, 10);

        private final String expression;
        private final String words;
        private final int maximumEventAgeSeconds;
        private final int retries;

        Rate(String expression, String words, int maximumEventAgeSeconds, int retries) {
            this.expression = expression;
            this.words = words;
            this.maximumEventAgeSeconds = maximumEventAgeSeconds;
            this.retries = retries;
        }
    }

    private final ServiceFunction function;
    private final Optional<FailureQueue> missed;

    /**
     * Creates the rule.
     *
     * @param missed the queue for invocations that could not be made
     */
    public ScheduleRule(ServiceFunction function, Rate rate, FailureQueue missed) {
        this(function, rate, Optional.of(missed));
    }

    /** Creates the rule for work that the next invocation does if one cannot be made. */
    public ScheduleRule(ServiceFunction function, Rate rate) {
        this(function, rate, Optional.empty());
    }

    private ScheduleRule(ServiceFunction function, Rate rate, Optional<FailureQueue> missed) {
        super(function, "Schedule");
        this.function = function;
        this.missed = missed;
        FunctionTarget target = new FunctionTarget(function, missed);
        CfnRule rule = CfnRule.Builder.create(this, "Resource")
                .name(function.functionName())
                .description("Invokes " + function.functionName() + " " + rate.words)
                .scheduleExpression(rate.expression)
                .state("ENABLED")
                .targets(List.of(target.retrying(rate.maximumEventAgeSeconds, rate.retries)))
                .build();
        target.allow(this, rule);
    }

    ServiceFunction function() {
        return function;
    }

    FailureQueue missed() {
        return missed.orElseThrow();
    }
}
