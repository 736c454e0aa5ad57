package dev.backplane.infra.constructs;

import java.util.Optional;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.lambda.CfnPermission;
import software.constructs.Construct;

/**
 * The function that a rule invokes.
 *
 * @param failures the queue for events that EventBridge cannot deliver to it, if they are kept
 */
record FunctionTarget(ServiceFunction function, Optional<FailureQueue> failures) {

    CfnRule.TargetProperty retrying(int maximumEventAgeSeconds, int retries) {
        CfnRule.TargetProperty.Builder target = CfnRule.TargetProperty.builder()
                .id("function")
                .arn(function.live().getFunctionArn())
                .retryPolicy(CfnRule.RetryPolicyProperty.builder()
                        .maximumEventAgeInSeconds(maximumEventAgeSeconds)
                        .maximumRetryAttempts(retries)
                        .build());
        failures.ifPresent(queue -> target.deadLetterConfig(
                CfnRule.DeadLetterConfigProperty.builder().arn(queue.arn()).build()));
        return target.build();
    }

    /** Allows the rule to invoke the function, and to write to the queue if there is one. */
    void allow(Construct scope, CfnRule rule) {
        CfnPermission.Builder.create(scope, "Permission")
                .action("lambda:InvokeFunction")
                .functionName(function.live().getFunctionArn())
                .principal("events.amazonaws.com")
                .sourceArn(rule.getAttrArn())
                .build();
        failures.ifPresent(queue -> queue.acceptFrom(rule));
    }
}
