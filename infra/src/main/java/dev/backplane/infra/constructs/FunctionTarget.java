package dev.backplane.infra.constructs;

import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.lambda.CfnPermission;
import software.constructs.Construct;

/** The function that a rule invokes, and the queue for events that EventBridge cannot deliver to it. */
record FunctionTarget(ServiceFunction function, FailureQueue failures) {

    CfnRule.TargetProperty retrying(int maximumEventAgeSeconds, int retries) {
        return CfnRule.TargetProperty.builder()
                .id("function")
                .arn(function.live().getFunctionArn())
                .retryPolicy(CfnRule.RetryPolicyProperty.builder()
                        .maximumEventAgeInSeconds(maximumEventAgeSeconds)
                        .maximumRetryAttempts(retries)
                        .build())
                .deadLetterConfig(CfnRule.DeadLetterConfigProperty.builder()
                        .arn(failures.arn())
                        .build())
                .build();
    }

    /** Allows the rule to invoke the function and to write to the queue. */
    void allow(Construct scope, CfnRule rule) {
        CfnPermission.Builder.create(scope, "Permission")
                .action("lambda:InvokeFunction")
                .functionName(function.live().getFunctionArn())
                .principal("events.amazonaws.com")
                .sourceArn(rule.getAttrArn())
                .build();
        failures.acceptFrom(rule);
    }
}
