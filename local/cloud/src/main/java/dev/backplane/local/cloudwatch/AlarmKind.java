package dev.backplane.local.cloudwatch;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;

/** {@code AWS::CloudWatch::Alarm}. */
public final class AlarmKind {

    public static final String TYPE = "AWS::CloudWatch::Alarm";

    private AlarmKind() {}

    public static ResourceKind kind() {
        return new ResourceKind(
                TYPE,
                KnownProperties.used("AlarmName")
                        .withoutEffect(
                                "metrics are not recorded",
                                "AlarmDescription",
                                "AlarmActions",
                                "OKActions",
                                "Namespace",
                                "MetricName",
                                "Metrics",
                                "Dimensions",
                                "Statistic",
                                "Period",
                                "EvaluationPeriods",
                                "ComparisonOperator",
                                "Threshold",
                                "TreatMissingData")
                        .withoutEffect("descriptive only", "Tags"),
                AlarmKind::name);
    }

    public static String arn(String name) {
        return Account.arn("cloudwatch", "alarm:" + name);
    }

    private static ResourceIdentity name(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("AlarmName");
        return ResourceIdentity.named(name, arn(name));
    }
}
