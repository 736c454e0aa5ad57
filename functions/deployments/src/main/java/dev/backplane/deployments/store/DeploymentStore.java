package dev.backplane.deployments.store;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.platform.Ids;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The deployment table. */
public final class DeploymentStore {

    public static final String BY_DATE = "CreateDateIndex";

    public static final TableSpec TABLE = new TableSpec(
            "DeploymentTable",
            TableSpec.Key.of("PK", "SK"),
            List.of(new TableSpec.Index(
                    BY_DATE,
                    TableSpec.Key.of("PK", Attributes.GSI1SK),
                    Optional.of(List.of(
                            Attributes.CREATE_DATE,
                            Attributes.DEPLOYMENT_ALIAS,
                            Attributes.DEPLOYMENT_ID,
                            Attributes.STATUS)))),
            Optional.empty(),
            true,
            TableSpec.TableClass.STANDARD_INFREQUENT_ACCESS);

    private final Dynamo dynamo;
    private final Ids ids;
    private final String table;
    private final StatusWriter status;
    private final DeploymentRemover remover;

    DeploymentStore(Dynamo dynamo, DeploymentsSettings settings, Clock clock, Ids ids) {
        this.dynamo = dynamo;
        this.ids = ids;
        this.table = settings.deploymentTable();
        AliasRows aliases = new AliasRows(settings.aliasTable());
        this.status = new StatusWriter(dynamo, table, aliases, clock);
        this.remover = new DeploymentRemover(dynamo, table, aliases, status);
    }

    /**
     * Inserts a new deployment.
     *
     * @return false when there is one with that id already
     */
    public boolean createDeployment(Deployment deployment) {
        // The client sends a write again when its answer got lost; the mark tells that write from another caller's.
        String mark = ids.next();
        Item item = DeploymentRows.toItem(deployment, mark);
        Write write = dynamo.put(
                put -> put.tableName(table).item(item.attributes()).conditionExpression("attribute_not_exists(PK)"));
        return switch (write) {
            case Write.Applied _ -> true;
            case Write.Refused(Optional<Item> current) ->
                current.flatMap(row -> row.findText(DeploymentRows.WRITE_MARK))
                        .filter(mark::equals)
                        .isPresent();
        };
    }

    /**
     * Deletes a deployment, or has its stack destroyed first.
     *
     * @param stackDeleted whether the caller says that the stack is gone
     */
    public DeleteOutcome deleteDeploymentById(DeploymentId id, boolean stackDeleted) {
        return remover.delete(id, stackDeleted);
    }

    /** Returns a deployment as it stands. */
    public Optional<Deployment> getDeploymentById(DeploymentId id) {
        return dynamo.get(get -> get.tableName(table)
                        .key(new DeploymentKey(id).attributes())
                        .consistentRead(true))
                .map(DeploymentRows::toDeployment);
    }

    /** Lists all deployments, newest first. */
    public Page<DeploymentSummary, DeploymentPosition> listDeployments(int limit, Optional<DeploymentPosition> after) {
        List<DeploymentSummary> rows = dynamo
                .query(query -> query.tableName(table)
                        .indexName(BY_DATE)
                        .keyConditionExpression("PK = :pk")
                        .expressionAttributeValues(Map.of(":pk", Values.text(DeploymentKey.PARTITION)))
                        .scanIndexForward(false)
                        .limit(limit + 1)
                        .exclusiveStartKey(after.map(DeploymentStore::startKey).orElse(null)))
                .items()
                .stream()
                .map(DeploymentRows::toSummary)
                .toList();
        return Page.of(rows, limit, row -> new DeploymentPosition(row.createDate(), row.id()));
    }

    private static Map<String, AttributeValue> startKey(DeploymentPosition position) {
        return Map.of(
                "PK",
                Values.text(DeploymentKey.PARTITION),
                "SK",
                Values.text(new DeploymentKey(position.id()).sort()),
                Attributes.GSI1SK,
                Values.text(position.toString()));
    }

    /** Takes a deployment a step further in its life, if that step follows the state it is in. */
    public StatusOutcome updateDeploymentStatus(DeploymentId id, StatusChange change) {
        return status.write(id, change);
    }

    /** Notes that the deployment's stack is being created. */
    public StatusOutcome updateDeploymentStatusCreateInProgress(DeploymentId id, String stack, SiteConfig config) {
        return updateDeploymentStatus(
                id,
                new StatusChange(DeploymentStatus.CREATE_IN_PROGRESS, Optional.of(stack), config, Optional.empty()));
    }

    public StatusOutcome updateDeploymentStatusCreateFailed(DeploymentId id) {
        return updateDeploymentStatus(id, StatusChange.to(DeploymentStatus.CREATE_FAILED));
    }

    /** Opens a deployment to traffic, under its own alias if one is given. */
    public StatusOutcome updateDeploymentStatusFinished(
            DeploymentId id, SiteConfig config, Optional<AliasId> deploymentAlias) {
        return updateDeploymentStatus(
                id, new StatusChange(DeploymentStatus.FINISHED, Optional.empty(), config, deploymentAlias));
    }

    public StatusOutcome updateDeploymentStatusDestroyRequested(DeploymentId id) {
        return updateDeploymentStatus(id, StatusChange.to(DeploymentStatus.DESTROY_REQUESTED));
    }

    public StatusOutcome updateDeploymentStatusDestroyInProgress(DeploymentId id) {
        return updateDeploymentStatus(id, StatusChange.to(DeploymentStatus.DESTROY_IN_PROGRESS));
    }

    public StatusOutcome updateDeploymentStatusDestroyFailed(DeploymentId id) {
        return updateDeploymentStatus(id, StatusChange.to(DeploymentStatus.DESTROY_FAILED));
    }
}
