package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;

import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The deployment table. */
public final class DeploymentStore {

    public static final String BY_DATE = "CreateDateIndex";

    public static final TableSpec TABLE = new TableSpec(
            "DeploymentTable",
            TableSpec.Key.of(PK, SK),
            List.of(new TableSpec.Index(
                    BY_DATE,
                    TableSpec.Key.of(PK, Attributes.GSI1SK),
                    Optional.of(List.of(
                            Attributes.CREATE_DATE,
                            Attributes.DEPLOYMENT_ALIAS,
                            Attributes.DEPLOYMENT_ID,
                            Attributes.STATUS)))),
            Optional.of(Attributes.EXPIRY),
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
        this.remover = new DeploymentRemover(dynamo, settings, new Tombstones(clock, ids));
    }

    /**
     * Inserts a new deployment.
     *
     * @return false if a deployment with that id exists
     */
    public boolean createDeployment(Deployment deployment) {
        // The client repeats a write whose response is lost; the mark distinguishes that write from another caller's.
        String mark = ids.next();
        Item item = DeploymentRows.toItem(deployment, mark);
        return switch (dynamo.put(table, item, Condition.absent(PK))) {
            case Write.Applied _ -> true;
            case Write.Refused(Optional<Item> current) ->
                current.flatMap(row -> row.findText(DeploymentRows.WRITE_MARK))
                        .filter(mark::equals)
                        .isPresent();
        };
    }

    /**
     * Deletes a deployment, or requests the destruction of its stack first.
     *
     * @param stackDeleted whether the caller states that the stack is deleted
     */
    public DeleteOutcome deleteDeploymentById(DeploymentId id, boolean stackDeleted, Cause cause) {
        return remover.delete(id, stackDeleted, cause);
    }

    public Optional<Deployment> getDeploymentById(DeploymentId id) {
        return dynamo.get(table, new DeploymentKey(id).attributes()).map(DeploymentRows::toDeployment);
    }

    /** Lists all deployments, newest first; a damaged row is logged and left out. */
    public Page<DeploymentSummary, DeploymentPosition> listDeployments(int limit, Optional<DeploymentPosition> after) {
        List<DeploymentSummary> rows = dynamo.read(
                ItemQuery.of(table, Condition.equal(PK, Values.text(DeploymentKey.PARTITION)))
                        .index(BY_DATE)
                        .descending()
                        .after(after.map(DeploymentStore::startKey)),
                limit + 1,
                DeploymentRows::toSummary);
        return Page.of(rows, limit, row -> new DeploymentPosition(row.createDate(), row.id()));
    }

    private static Map<String, AttributeValue> startKey(DeploymentPosition position) {
        Map<String, AttributeValue> start = new HashMap<>(new DeploymentKey(position.id()).attributes());
        start.put(Attributes.GSI1SK, Values.text(position.toString()));
        return start;
    }

    /** Changes the status of a deployment, if the new one may follow the current one. */
    public StatusOutcome updateDeploymentStatus(DeploymentId id, StatusChange change, Cause cause) {
        return status.write(id, change, cause);
    }
}
