package dev.backplane.local.cloudwatch;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import java.util.List;

/** {@code AWS::Logs::LogGroup}. */
public final class LogGroupKind {

    public static final String TYPE = "AWS::Logs::LogGroup";

    private LogGroupKind() {}

    public static ResourceKind kind() {
        return new ResourceKind(
                TYPE,
                KnownProperties.used("LogGroupName")
                        .withoutEffect(
                                "the last lines are kept, in memory", "RetentionInDays", "LogGroupClass", "KmsKeyId")
                        .withoutEffect("descriptive only", "Tags"),
                LogGroupKind::name);
    }

    /** Returns what delivers the logs of AWS's own services, which the local cloud does not write. */
    public static List<ResourceKind> deliveries() {
        String reason = "services write no logs of their own";
        return List.of(
                new ResourceKind(
                        "AWS::Logs::DeliverySource",
                        KnownProperties.used("Name").withoutEffect(reason, "LogType", "ResourceArn"),
                        declaration -> delivery(declaration, "delivery-source")),
                new ResourceKind(
                        "AWS::Logs::DeliveryDestination",
                        KnownProperties.used("Name")
                                .withoutEffect(reason, "DeliveryDestinationType", "DestinationResourceArn"),
                        declaration -> delivery(declaration, "delivery-destination")),
                ResourceKind.unnamed(
                        "AWS::Logs::Delivery",
                        KnownProperties.used().withoutEffect(reason, "DeliverySourceName", "DeliveryDestinationArn")));
    }

    private static ResourceIdentity delivery(ResourceDeclaration declaration, String type) {
        String name = declaration.nameFrom("Name");
        return ResourceIdentity.named(name, Account.arn("logs", type + ":" + name));
    }

    private static ResourceIdentity name(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("LogGroupName");
        // AWS's ARN of a log group covers its streams.
        return ResourceIdentity.named(name, arn(name) + ":*");
    }

    /** Returns the ARN of the group itself, which is what others name as a target. */
    public static String arn(String group) {
        return Account.arn("logs", "log-group:" + group);
    }
}
