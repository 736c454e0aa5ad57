package dev.backplane.bench;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.tenants.TenantsSettings;

/** A tenant whose queue is ready. */
public final class ReadyTenant {

    private ReadyTenant() {}

    /** Stores the tenant acme with a version. */
    public static void store(Platform platform, String version) {
        String time = "2026-01-05T00:00:00.000Z";
        Item tenant = Item.builder()
                .text("pk", "TENANT_ID#acme")
                .text("sk", "METADATA")
                .text("CreatedAt", time)
                .text("UpdatedAt", time)
                .text("Version", version)
                .number("Generation", 1)
                .text("StackId", "stack-of-acme")
                .text("Execution", "run-of-acme")
                .text("InboundQueueArn", "arn:aws:sqs:us-east-1:000000000000:t-acme-inbound")
                .text("InboundQueueUrl", "https://sqs.us-east-1.amazonaws.com/000000000000/t-acme-inbound")
                .build();
        platform.dynamo().put(platform.settings().require(TenantsSettings.TENANT_TABLE), tenant);
    }
}
