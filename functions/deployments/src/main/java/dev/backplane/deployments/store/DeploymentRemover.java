package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ALIAS;
import static dev.backplane.platform.dynamo.Condition.NONE;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.Deletion;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.StatusChange;
import dev.backplane.platform.Cause;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.util.Optional;

/** Deletes deployments, each in one transaction with its own alias, that alias's history, and a tombstone. */
final class DeploymentRemover {

    private static final StatusChange DESTROY = StatusChange.to(DeploymentStatus.DESTROY_REQUESTED);

    private final Dynamo dynamo;
    private final DeploymentsSettings tables;
    private final AliasChanges aliases;
    private final AliasExpiry expiry;
    private final ProjectRows projects;
    private final Tombstones tombstones;

    DeploymentRemover(Dynamo dynamo, DeploymentsSettings tables, Clock clock, Tombstones tombstones) {
        this.dynamo = dynamo;
        this.tables = tables;
        this.aliases = new AliasChanges(dynamo, tables, clock);
        this.expiry = new AliasExpiry(dynamo, tables, clock);
        this.projects = new ProjectRows(tables.projectTable());
        this.tombstones = tombstones;
    }

    DeleteOutcome delete(DeploymentId id, boolean stackDeleted, Cause cause) {
        return dynamo.retry().run(() -> attempt(id, stackDeleted, cause));
    }

    // A read is cheaper than a transaction that is refused. The writes require the row to be as it was read.
    private Attempt<DeleteOutcome> attempt(DeploymentId id, boolean stackDeleted, Cause cause) {
        Optional<Deployment> seen = dynamo.get(tables.deploymentTable(), new DeploymentKey(id).attributes())
                .map(DeploymentRows::toDeployment);
        if (seen.isEmpty()) {
            return new Attempt.Done<>(new DeleteOutcome.NotFound());
        }
        return switch (Deletion.decide(seen.get(), stackDeleted)) {
            case Deletion.Refuse(DeleteOutcome.AliasesAssociated outcome) ->
                expiry.expireAllOf(id) ? new Attempt.Lost<>() : new Attempt.Done<>(outcome);
            case Deletion.Refuse(DeleteOutcome outcome) -> new Attempt.Done<>(outcome);
            case Deletion.RequestDestroy _ -> requestDestroy(seen.get(), cause);
            case Deletion.RemoveRow _ -> commit(removal(seen.get(), cause, NONE), new DeleteOutcome.Deleted());
        };
    }

    private Attempt<DeleteOutcome> requestDestroy(Deployment seen, Cause cause) {
        return seen.origin().project().isPresent()
                ? commit(destruction(seen, cause, NONE), new DeleteOutcome.DestroyRequested(seen.after(DESTROY)))
                : requestDestroyAlone(seen, cause);
    }

    /** Requests the destruction of a deployment without a project, which has no other row to change. */
    private Attempt<DeleteOutcome> requestDestroyAlone(Deployment seen, Cause cause) {
        ItemUpdate update = DeploymentRows.toUpdate(DESTROY, cause)
                .onlyIf(DeploymentRows.unchanged(seen), DeploymentRows.withoutCustomAliases());
        return switch (dynamo.updateAndGet(
                tables.deploymentTable(), new DeploymentKey(seen.id()).attributes(), update)) {
            case Write.Applied(Optional<Item> row) ->
                new Attempt.Done<>(new DeleteOutcome.DestroyRequested(DeploymentRows.toDeployment(row.orElseThrow())));
            case Write.Refused _ -> new Attempt.Lost<>();
        };
    }

    /** Returns the transaction that requests the destruction of a stack, if the deployment is as it was read. */
    Transaction destruction(Deployment seen, Cause cause, Condition also) {
        Transaction transaction = new Transaction();
        transaction.update(
                tables.deploymentTable(),
                new DeploymentKey(seen.id()).attributes(),
                DeploymentRows.toUpdate(DESTROY, cause)
                        .onlyIf(DeploymentRows.unchanged(seen), DeploymentRows.withoutCustomAliases(), also));
        projects.put(transaction, seen.after(DESTROY));
        return transaction;
    }

    /** Returns the transaction that deletes all rows of a deployment, if it is as it was read. */
    Transaction removal(Deployment seen, Cause cause, Condition also) {
        Transaction transaction = new Transaction();
        transaction.delete(
                tables.deploymentTable(),
                new DeploymentKey(seen.id()).attributes(),
                all(
                        DeploymentRows.withoutCustomAliases(),
                        equal(
                                DEPLOYMENT_ALIAS,
                                seen.alias().map(AliasId::toString).map(Values::text)),
                        equal(DeploymentRows.STACK, seen.stack().map(Values::text)),
                        DeploymentRows.unchanged(seen),
                        also));
        transaction.put(tables.deploymentTable(), tombstones.of(seen.id(), cause));
        projects.delete(transaction, seen);
        seen.alias().ifPresent(alias -> aliases.removeOwn(transaction, alias, seen.id(), cause));
        return transaction;
    }

    private Attempt<DeleteOutcome> commit(Transaction transaction, DeleteOutcome outcome) {
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Attempt.Done<>(outcome);
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }
}
