package dev.backplane.local.dynamodb;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import java.util.Map;

/** {@code AWS::DynamoDB::Table}. */
public final class TableKind {

    public static final String TYPE = "AWS::DynamoDB::Table";

    /** Constant, unlike on AWS, so that the ARN survives a restart. */
    static final String STREAM_LABEL = "2025-01-01T00:00:00.000";

    private TableKind() {}

    public static ResourceKind kind() {
        return new ResourceKind(
                TYPE,
                KnownProperties.used(
                                "TableName",
                                "KeySchema",
                                "AttributeDefinitions",
                                "BillingMode",
                                "GlobalSecondaryIndexes",
                                "LocalSecondaryIndexes",
                                "StreamSpecification.StreamViewType",
                                "TimeToLiveSpecification.AttributeName",
                                "TimeToLiveSpecification.Enabled",
                                "TableClass",
                                "DeletionProtectionEnabled")
                        .withoutEffect("the engine has no backups", "PointInTimeRecoverySpecification")
                        .withoutEffect("the engine has no throughput limits", "OnDemandThroughput")
                        .withoutEffect("descriptive only", "Tags"),
                TableKind::name);
    }

    private static ResourceIdentity name(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("TableName");
        String arn = Account.arn("dynamodb", "table/" + name);
        Map<String, String> attributes =
                declaration.property("StreamSpecification").isMissingNode()
                        ? Map.of("Arn", arn)
                        : Map.of("Arn", arn, "StreamArn", arn + "/stream/" + STREAM_LABEL);
        return new ResourceIdentity(name, attributes);
    }
}
