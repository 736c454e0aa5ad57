package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;

import dev.backplane.deployments.CreateOutcome;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.KeyedRequest;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
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
    private final ProjectRows projects;
    private final KeyedResults results;
    private final StatusWriter status;
    private final DeploymentRemover remover;

    DeploymentStore(Dynamo dynamo, DeploymentsSettings settings, Clock clock, Ids ids) {
        this.dynamo = dynamo;
        this.ids = ids;
        this.table = settings.deploymentTable();
        this.projects = new ProjectRows(settings.projectTable());
        this.results = new KeyedResults(table, clock);
        this.status = new StatusWriter(dynamo, settings, clock);
        this.remover = new DeploymentRemover(dynamo, settings, clock, new Tombstones(clock, ids));
    }

    /** Inserts a new deployment, once for each idempotency key. */
    public CreateOutcome createDeployment(Deployment deployment, Optional<KeyedRequest> request) {
        return request.isPresent() || deployment.origin().project().isPresent()
                ? dynamo.retry().run(() -> createTogether(deployment, request))
                : createAlone(deployment);
    }

    private CreateOutcome createAlone(Deployment deployment) {
        // The client repeats a write whose response is lost; the mark distinguishes that write from another caller's.
        String mark = ids.next();
        return switch (dynamo.put(table, DeploymentRows.toItem(deployment, mark), Condition.absent(PK))) {
            case Write.Applied _ -> new CreateOutcome.Created(deployment);
            case Write.Refused(Optional<Item> current) ->
                current.flatMap(row -> row.findText(DeploymentRows.WRITE_MARK))
                        .filter(mark::equals)
                        .<CreateOutcome>map(_ -> new CreateOutcome.Created(deployment))
                        .orElseGet(CreateOutcome.Exists::new);
        };
    }

    private Attempt<CreateOutcome> createTogether(Deployment deployment, Optional<KeyedRequest> request) {
        Transaction transaction = new Transaction();
        transaction.put(table, DeploymentRows.toItem(deployment, ids.next()), Condition.absent(PK));
        projects.put(transaction, deployment);
        Optional<Action> remembered = request.map(keyed -> results.remember(
                transaction, keyed, DeploymentPosition.of(deployment).toString()));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Attempt.Done<>(new CreateOutcome.Created(deployment));
            case Transaction.Refused refused
            when remembered.filter(refused::failed).isPresent() ->
                new Attempt.Done<>(
                        repeated(deployment, refused.current(remembered.get()).orElseThrow(), request.orElseThrow()));
            case Transaction.Refused refused ->
                // A conflict on the key's row leaves open whether this request is a repeated one.
                remembered.isEmpty() || refused.held(remembered.get())
                        ? new Attempt.Done<>(new CreateOutcome.Exists())
                        : new Attempt.Lost<>();
        };
    }

    /** Returns what the earlier request returned: its body was the same, so only id and date may differ. */
    private static CreateOutcome repeated(Deployment deployment, Item earlier, KeyedRequest request) {
        return KeyedResults.resultOf(earlier, request)
                .map(DeploymentPosition::parse)
                .<CreateOutcome>map(first -> new CreateOutcome.Repeated(deployment.at(first.id(), first.createdAt())))
                .orElseGet(CreateOutcome.IdempotencyMismatch::new);
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
        return Page.of(rows, limit, row -> new DeploymentPosition(row.createdAt(), row.id()));
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
