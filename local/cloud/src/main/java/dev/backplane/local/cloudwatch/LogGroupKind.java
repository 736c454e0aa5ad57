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
                        .withoutEffect("the latest lines are kept in memory", "RetentionInDays")
                        .withoutEffect("descriptive only", "Tags"),
                LogGroupKind::logGroup);
    }

    /** Returns the resource types of log deliveries, which have no effect locally. */
    public static List<ResourceKind> deliveries() {
        String reason = "service logs are not written locally";
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

    private static ResourceIdentity logGroup(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("LogGroupName");
        // The ARN of a log group covers its streams.
        return ResourceIdentity.named(name, arn(name) + ":*");
    }

    /** Returns the ARN of the group without its streams, as event rule targets use it. */
    public static String arn(String group) {
        return Account.arn("logs", "log-group:" + group);
    }
}
