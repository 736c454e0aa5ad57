package dev.backplane.local.sqs;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import java.util.Map;

/** {@code AWS::SQS::Queue}. */
public final class QueueKind {

    public static final String TYPE = "AWS::SQS::Queue";

    private QueueKind() {}

    public static ResourceKind kind() {
        return new ResourceKind(
                TYPE,
                KnownProperties.used("QueueName", "VisibilityTimeout", "RedrivePolicy")
                        .withoutEffect(
                                "the engine has neither retention nor encryption",
                                "KmsDataKeyReusePeriodSeconds",
                                "KmsMasterKeyId",
                                "MessageRetentionPeriod",
                                "SqsManagedSseEnabled")
                        .withoutEffect("descriptive only", "Tags"),
                QueueKind::name);
    }

    private static ResourceIdentity name(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("QueueName");
        String url = Queues.url(name);
        return new ResourceIdentity(url, Map.of("Arn", Account.arn("sqs", name), "QueueName", name, "QueueUrl", url));
    }
}
