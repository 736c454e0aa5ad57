package dev.backplane.deployments.store;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.Deletion;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.StatusChange;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Deletes deployments: at once where a condition allows it, else as the row that stood in the way says. */
final class DeploymentRemover {

    private final Dynamo dynamo;
    private final String table;
    private final AliasRows aliases;
    private final StatusWriter status;

    DeploymentRemover(Dynamo dynamo, String table, AliasRows aliases, StatusWriter status) {
        this.dynamo = dynamo;
        this.table = table;
        this.aliases = aliases;
        this.status = status;
    }

    DeleteOutcome delete(DeploymentId id, boolean stackDeleted) {
        return dynamo.retry().run(() -> attempt(id, stackDeleted));
    }

    private Attempt<DeleteOutcome> attempt(DeploymentId id, boolean stackDeleted) {
        return switch (removeWithoutAlias(id, stackDeleted)) {
            case Write.Applied _ -> new Attempt.Done<>(new DeleteOutcome.Deleted());
            case Write.Refused(Optional<Item> row) ->
                row.map(DeploymentRows::toDeployment)
                        .map(seen -> proceed(seen, stackDeleted))
                        .orElseGet(() -> new Attempt.Done<>(new DeleteOutcome.NotFound()));
        };
    }

    private Attempt<DeleteOutcome> proceed(Deployment seen, boolean stackDeleted) {
        return switch (Deletion.decide(seen, stackDeleted)) {
            case Deletion.Refuse(DeleteOutcome outcome) -> new Attempt.Done<>(outcome);
            case Deletion.RequestDestroy _ -> requestDestroy(seen);
            // A row that could be removed alone was changed since: the first try may now succeed.
            case Deletion.RemoveRow _ ->
                seen.alias().map(alias -> removeWithAlias(seen, alias)).orElseGet(Attempt.Lost::new);
        };
    }

    private Write removeWithoutAlias(DeploymentId id, boolean stackDeleted) {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":zero", Values.number(0)));
        String anyStack = StatusExpression.in(Deletion.removable(true, stackDeleted), values);
        String noStack = StatusExpression.in(Deletion.removable(false, stackDeleted), values);
        return dynamo.delete(delete -> delete.tableName(table)
                .key(new DeploymentKey(id).attributes())
                .conditionExpression("AliasCount = :zero AND attribute_not_exists(DeploymentAlias) AND (#status"
                        + anyStack + " OR (attribute_not_exists(CFStack) AND #status" + noStack + "))")
                .expressionAttributeNames(DeploymentRows.STATUS_NAME)
                .expressionAttributeValues(values));
    }

    private Attempt<DeleteOutcome> requestDestroy(Deployment seen) {
        StatusChange change = StatusChange.to(DeploymentStatus.DESTROY_REQUESTED);
        StatusExpression step = new StatusExpression(change, List.of(seen.status())).withoutAliases();
        return switch (status.update(seen.id(), step)) {
            case Write.Applied(Optional<Item> row) ->
                new Attempt.Done<>(new DeleteOutcome.DestroyRequested(DeploymentRows.toDeployment(row.orElseThrow())));
            case Write.Refused _ -> new Attempt.Lost<>();
        };
    }

    private Attempt<DeleteOutcome> removeWithAlias(Deployment seen, AliasId alias) {
        Transaction transaction = new Transaction()
                .delete(
                        table,
                        new DeploymentKey(seen.id()).attributes(),
                        delete -> delete.conditionExpression(
                                        "AliasCount = :zero AND DeploymentAlias = :alias AND #status = :seen")
                                .expressionAttributeNames(DeploymentRows.STATUS_NAME)
                                .expressionAttributeValues(Map.of(
                                        ":zero", Values.number(0),
                                        ":alias", Values.text(alias.toString()),
                                        ":seen", Values.text(seen.status().name()))));
        aliases.removeProtected(transaction, alias, seen.id());
        return switch (dynamo.transact(transaction)) {
            case Transacted.Committed _ -> new Attempt.Done<>(new DeleteOutcome.Deleted());
            case Transacted.Refused _ -> new Attempt.Lost<>();
        };
    }
}
