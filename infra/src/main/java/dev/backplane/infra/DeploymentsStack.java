package dev.backplane.infra;

import dev.backplane.deployments.events.AliasStreamHandler;
import dev.backplane.deployments.events.AliasSyncHandler;
import dev.backplane.deployments.events.DeploymentStreamHandler;
import dev.backplane.deployments.store.AliasKey;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.Tombstones;
import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.ServiceFunction;
import java.util.List;
import java.util.Map;
import software.constructs.Construct;

/** The deployments service: two tables, one function per operation, and the functions that read the table streams. */
final class DeploymentsStack extends ServiceStack {

    static final String SERVICE = "deployments";

    private final DeploymentsTables tables;

    DeploymentsStack(Construct scope, Props props) {
        super(scope, props, "Deployments", "Backplane: deployments and aliases");
        this.tables = DeploymentsTables.create(this, service());
        serve(DeploymentsEndpoints.ALL, tables, tables::configure);
        readDeploymentStream();
        readAliasStream();
        syncAliases();
        watch();
        output("DeploymentTableName", tables.deployments().tableName(), "The table of deployments");
        output("AliasTableName", tables.aliases().tableName(), "The table of aliases");
    }

    private void readDeploymentStream() {
        // Deletions have no event of their own; the tombstones that are inserted with them do.
        readStream(
                tables.deployments(),
                new EventPattern(Map.of("eventName", List.of("INSERT", "MODIFY"))),
                publisher(batchFunction(DeploymentStreamHandler.class)));
    }

    private void readAliasStream() {
        // An alias has two rows that change together. Events are created from the row that is used for resolution, and
        // from tombstones.
        readStream(
                tables.aliases(),
                new EventPattern(Map.of(
                        "eventName",
                        List.of("INSERT", "MODIFY"),
                        "dynamodb",
                        Map.of("Keys", Map.of("PK", Map.of("S", List.of(AliasKey.ROUTES, Tombstones.PARTITION)))))),
                publisher(batchFunction(AliasStreamHandler.class)));
    }

    private void syncAliases() {
        ServiceFunction function = tables.configure(batchFunction(AliasSyncHandler.class))
                .allow(tables.deployments(), "dynamodb:ConditionCheckItem", "dynamodb:GetItem")
                .allow(tables.aliases(), "dynamodb:BatchGetItem", "dynamodb:UpdateItem")
                .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query");
        readStream(tables.deployments(), new EventPattern(Map.of("eventName", List.of("MODIFY"))), function);
    }
}
