package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ALIAS;
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
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import java.util.Optional;

/** Deletes deployments, each in one transaction with its own alias and the tombstones of both. */
final class DeploymentRemover {

    private final Dynamo dynamo;
    private final DeploymentsSettings tables;
    private final AliasRows aliases;
    private final Tombstones tombstones;

    DeploymentRemover(Dynamo dynamo, DeploymentsSettings tables, Tombstones tombstones) {
        this.dynamo = dynamo;
        this.tables = tables;
        this.aliases = new AliasRows(tables.aliasTable());
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
            case Deletion.Refuse(DeleteOutcome outcome) -> new Attempt.Done<>(outcome);
            case Deletion.RequestDestroy _ -> requestDestroy(seen.get(), cause);
            case Deletion.RemoveRow _ -> remove(seen.get(), cause);
        };
    }

    private Attempt<DeleteOutcome> requestDestroy(Deployment seen, Cause cause) {
        StatusChange change = StatusChange.to(DeploymentStatus.DESTROY_REQUESTED);
        ItemUpdate update = DeploymentRows.toUpdate(change, cause)
                .onlyIf(DeploymentRows.in(seen.status()), DeploymentRows.withoutCustomAliases());
        return switch (dynamo.updateAndGet(
                tables.deploymentTable(), new DeploymentKey(seen.id()).attributes(), update)) {
            case Write.Applied(Optional<Item> row) ->
                new Attempt.Done<>(new DeleteOutcome.DestroyRequested(DeploymentRows.toDeployment(row.orElseThrow())));
            case Write.Refused _ -> new Attempt.Lost<>();
        };
    }

    private Attempt<DeleteOutcome> remove(Deployment seen, Cause cause) {
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
                        DeploymentRows.in(seen.status())));
        transaction.put(tables.deploymentTable(), tombstones.of(seen.id(), cause));
        seen.alias().ifPresent(alias -> {
            aliases.removeProtected(transaction, alias, seen.id());
            transaction.put(tables.aliasTable(), tombstones.of(alias, seen.id(), cause));
        });
        return switch (dynamo.transact(transaction)) {
            case Transacted.Committed _ -> new Attempt.Done<>(new DeleteOutcome.Deleted());
            case Transacted.Refused _ -> new Attempt.Lost<>();
        };
    }
}
