package dev.backplane.infra;

import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.api.PreviewRetentionHandler;
import dev.backplane.deployments.api.ResolveAliasHandler;
import dev.backplane.deployments.api.RunRetentionHandler;
import dev.backplane.deployments.events.AliasExpiryHandler;
import dev.backplane.deployments.events.AliasStreamHandler;
import dev.backplane.deployments.events.AliasSyncHandler;
import dev.backplane.deployments.events.DeploymentStreamHandler;
import dev.backplane.deployments.events.RetentionSweeperHandler;
import dev.backplane.deployments.store.AliasKey;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentKey;
import dev.backplane.deployments.store.PromotionRows;
import dev.backplane.deployments.store.Tombstones;
import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.ServiceFunction;
import java.util.List;
import java.util.Map;
import software.constructs.Construct;

/** The deployments service: its tables, one function per operation, and the functions that read the table streams. */
final class DeploymentsStack extends ServiceStack {

    static final String SERVICE = "deployments";

    private final DeploymentsTables tables;

    DeploymentsStack(Construct scope, Props props) {
        super(scope, props, "Deployments", "Backplane: deployments and aliases");
        this.tables = DeploymentsTables.create(this, service());
        serve(DeploymentsEndpoints.ALL, tables, tables::configure);
        List.of(ResolveAliasHandler.OPERATION, PreviewRetentionHandler.OPERATION, RunRetentionHandler.OPERATION)
                .forEach(operation -> withSkewProtection(functionOf(operation)));
        readDeploymentStream();
        readAliasStream();
        expireAliases();
        syncAliases();
        sweep();
        watch();
        output("DeploymentTableName", tables.deployments().tableName(), "The table of deployments");
        output("AliasTableName", tables.aliases().tableName(), "The table of aliases");
        output("ProjectTableName", tables.projects().tableName(), "The table of projects");
    }

    private void readDeploymentStream() {
        // Deletions have no event of their own; the tombstones that are inserted with them do.
        readStream(
                tables.deployments(),
                rows(List.of("INSERT", "MODIFY"), DeploymentKey.PARTITION, Tombstones.PARTITION, Tombstones.EXPIRED),
                publisher(batchFunction(DeploymentStreamHandler.class)));
    }

    private void readAliasStream() {
        // Every change of an alias inserts a row of its history. Promotions have rows of their own.
        readStream(
                tables.aliases(),
                new EventPattern(Map.of(
                        "eventName",
                        List.of("INSERT", "MODIFY"),
                        "dynamodb",
                        inPartition(Map.of("prefix", AliasKey.HISTORY_PREFIX), PromotionRows.PARTITION))),
                publisher(batchFunction(AliasStreamHandler.class)));
    }

    private void expireAliases() {
        ServiceFunction function = tables.configure(batchFunction(AliasExpiryHandler.class))
                .allow(tables.deployments(), "dynamodb:UpdateItem")
                .allow(
                        tables.aliases(),
                        "dynamodb:BatchGetItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:PutItem",
                        "dynamodb:Query");
        // Only deletions by TTL, which DynamoDB itself makes, often days late.
        readStreamUnwatched(
                tables.aliases(),
                new EventPattern(Map.of(
                        "eventName",
                        List.of("REMOVE"),
                        "userIdentity",
                        Map.of("type", List.of("Service"), "principalId", List.of("dynamodb.amazonaws.com")),
                        "dynamodb",
                        inPartition(Map.of("prefix", AliasKey.HISTORY_PREFIX), AliasKey.ROUTES))),
                function);
    }

    private static Map<String, ?> inPartition(Object... partitions) {
        return Map.of("Keys", Map.of("PK", Map.of("S", List.of(partitions))));
    }

    private void syncAliases() {
        ServiceFunction function = tables.configure(batchFunction(AliasSyncHandler.class))
                .allow(tables.deployments(), "dynamodb:ConditionCheckItem", "dynamodb:GetItem")
                .allow(tables.aliases(), "dynamodb:BatchGetItem", "dynamodb:UpdateItem")
                .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query");
        readStream(tables.deployments(), rows(List.of("MODIFY"), DeploymentKey.PARTITION), function);
    }

    private void sweep() {
        ServiceFunction sweeper = withSkewProtection(
                tables.configure(ServiceFunction.longScheduled(this, service(), RetentionSweeperHandler.class)));
        DeploymentsEndpoints.allowExpiring(sweeper, tables);
        // An alarm of its own would cost more than a sweep that is missed: the next one does its work.
        everyDay(sweeper);
    }

    private ServiceFunction withSkewProtection(ServiceFunction function) {
        service()
                .stage()
                .skewProtectionHours()
                .ifPresent(hours -> function.setting(DeploymentsSettings.SKEW_PROTECTION_HOURS, hours.toString()));
        return function;
    }

    /** Selects the changes of rows in some partitions of a table. */
    private static EventPattern rows(List<String> changes, String... partitions) {
        return new EventPattern(Map.of("eventName", changes, "dynamodb", inPartition((Object[]) partitions)));
    }
}
