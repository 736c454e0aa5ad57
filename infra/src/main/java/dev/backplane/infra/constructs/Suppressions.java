package dev.backplane.infra.constructs;

import io.github.cdklabs.cdknag.NagPackSuppression;
import io.github.cdklabs.cdknag.NagSuppressions;
import java.util.List;
import software.amazon.awscdk.Stack;
import software.constructs.IConstruct;

/** Exceptions from the AwsSolutions rules, each for one resource and with a reason. */
public final class Suppressions {

    private Suppressions() {}

    /** Accepts a finding of one rule on one resource. */
    public static void accept(IConstruct resource, String rule, String reason) {
        add(resource, NagPackSuppression.builder().id(rule).reason(reason).build());
    }

    /** Accepts one of several findings of a rule on one resource. */
    static void accept(IConstruct resource, String rule, String reason, String finding) {
        add(
                resource,
                NagPackSuppression.builder()
                        .id(rule)
                        .reason(reason)
                        .appliesTo(List.of(finding))
                        .build());
    }

    /** Accepts the findings of one rule on everything below a construct. */
    public static void acceptBelow(IConstruct construct, String rule, String reason) {
        NagSuppressions.addResourceSuppressions(
                construct,
                List.of(NagPackSuppression.builder().id(rule).reason(reason).build()),
                true);
    }

    /** Accepts one wildcard resource of a policy, but no other one of the same policy. */
    public static void acceptWildcard(IConstruct resource, String wildcard, String reason) {
        add(
                resource,
                NagPackSuppression.builder()
                        .id("AwsSolutions-IAM5")
                        .reason(reason)
                        .appliesTo(List.of("Resource::" + asInTheTemplate(resource, wildcard)))
                        .build());
    }

    /** Returns an ARN as the rules see it: with references in angle brackets. */
    private static String asInTheTemplate(IConstruct resource, String arn) {
        Stack stack = Stack.of(resource);
        return arn.replace(stack.getPartition(), "<AWS::Partition>")
                .replace(stack.getRegion(), "<AWS::Region>")
                .replace(stack.getAccount(), "<AWS::AccountId>");
    }

    private static void add(IConstruct resource, NagPackSuppression suppression) {
        NagSuppressions.addResourceSuppressions(resource, List.of(suppression));
    }
}
