package dev.backplane.cli.api;

import static dev.backplane.cli.api.Placement.FLAG;
import static dev.backplane.cli.api.Placement.NUMBER;
import static dev.backplane.cli.api.Placement.PAIRS;
import static dev.backplane.cli.api.Placement.PATH;
import static dev.backplane.cli.api.Placement.QUERY;
import static dev.backplane.cli.api.Placement.TEXT;

import java.util.List;

/** The commands for tenants. */
final class TenantCommands {

    static final List<Operation> ALL = List.of(
            tenant(Operation.put(
                            "tenants register",
                            "/tenants/{tenantId}",
                            "Registers a tenant, or replaces its registration."))
                    .option("name", TEXT, "The name of the tenant.")
                    .option("tier", TEXT, "A tier of the stage.")
                    .option("attribute=attributes", PAIRS, "Your own attributes, NAME=VALUE.")
                    .option("provision", FLAG, "Start the provisioning.")
                    .example("acme --name 'Acme Inc.' --tier premium --attribute crmId=4711"),
            Operation.get("tenants list", "/tenants", "Lists tenants.")
                    .option("status", QUERY, "Only tenants with this status, such as registered, ready or failed.")
                    .option("tier", QUERY, "Only tenants of this tier.")
                    .columns("tenantId", "name", "tier", "status", "version", "generation", "updatedAt")
                    .example("--status registered"),
            tenant(Operation.get(
                            "tenants show", "/tenants/{tenantId}", "Shows a tenant with its resources and operations."))
                    .example("acme"),
            tenant(Operation.get(
                            "tenants queue",
                            "/tenants/{tenantId}/queues/{queueType}",
                            "Shows a queue of a tenant; the first call provisions the tenant."))
                    .argument("type=queueType", PATH, "The type of the queue, such as inbound.")
                    .example("acme inbound"),
            tenant(Operation.post(
                            "tenants credentials",
                            "/tenants/{tenantId}/queues/{queueType}/credentials",
                            "Issues credentials for one queue of a tenant."))
                    .argument("type=queueType", PATH, "The type of the queue, such as inbound.")
                    .option("minutes=durationMinutes", NUMBER, "How long they are valid, 15 to 60.")
                    .example("acme inbound --minutes 15"),
            tenant(Operation.put(
                            "tenants suspend",
                            "/tenants/{tenantId}/suspension",
                            "Suspends a tenant: its clients cannot use its queues, which keep their messages."))
                    .requiredOption("reason", TEXT, "Why the tenant is suspended; its clients see it.")
                    .example("acme --reason 'invoice 4711 is overdue'"),
            tenant(Operation.delete(
                            "tenants resume",
                            "/tenants/{tenantId}/suspension",
                            "Ends the suspension of a tenant; credentials from before stay denied."))
                    .reason(QUERY)
                    .example("acme"),
            tenant(Operation.get(
                            "tenants runs", "/tenants/{tenantId}/runs", "Lists the runs of a tenant, newest first."))
                    .columns("operation", "version", "status", "attempt", "startedAt", "durationMillis", "reason")
                    .example("acme"),
            tenant(Operation.post(
                            "tenants update",
                            "/tenants/{tenantId}/updates",
                            "Updates a tenant to the current version."))
                    .reason(TEXT)
                    .example("acme"),
            tenant(Operation.post(
                            "tenants retry",
                            "/tenants/{tenantId}/retries",
                            "Retries a failed provisioning, or onboards a deleted tenant again."))
                    .reason(TEXT)
                    .example("acme"),
            Operation.post("tenants upgrade", "/tenant-upgrades", "Upgrades all tenants to the current version.")
                    .option("maxConcurrency", NUMBER, "How many tenants are upgraded at a time.")
                    .option("toleratedFailurePercentage", NUMBER, "Stop when more tenants than this fail.")
                    .option("dryRun", FLAG, "Only count the tenants.")
                    .reason(TEXT)
                    .example("--dry-run"),
            Operation.get("tenants progress", "/tenant-upgrades/{version}", "Shows the progress of an upgrade.")
                    .argument("version", PATH, "The version of the upgrade.")
                    .example("1.0.0 --watch"),
            tenant(Operation.delete(
                            "tenants delete",
                            "/tenants/{tenantId}",
                            "Deletes a tenant with its queue and all messages in it."))
                    .reason(QUERY)
                    .example("acme"));

    private TenantCommands() {}

    private static Operation tenant(Operation operation) {
        return operation.argument("tenant=tenantId", PATH, "The id of a tenant.");
    }
}
