package dev.backplane.bench;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.TenantsSettings;
import java.util.Map;

/** A tenant whose queue is ready. */
public final class ReadyTenant {

    private ReadyTenant() {}

    /** Stores the tenant acme with a version. */
    public static void store(Platform platform, String version) {
        String time = "2026-01-05T00:00:00.000Z";
        platform.dynamo()
                .put(put -> put.tableName(platform.settings().require(TenantsSettings.TENANT_TABLE))
                        .item(Map.of(
                                "pk", Values.text("TENANT_ID#acme"),
                                "sk", Values.text("METADATA"),
                                "CreatedAt", Values.text(time),
                                "UpdatedAt", Values.text(time),
                                "Version", Values.text(version),
                                "Generation", Values.number(1),
                                "StackId", Values.text("stack-of-acme"),
                                "Execution", Values.text("run-of-acme"),
                                "InboundQueueArn", Values.text("arn:aws:sqs:us-east-1:000000000000:t-acme-inbound"),
                                "InboundQueueUrl",
                                        Values.text(
                                                "https://sqs.us-east-1.amazonaws.com/000000000000/t-acme-inbound"))));
    }
}
