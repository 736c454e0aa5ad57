package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ALIAS;
import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.Deletion;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.StatusChange;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import java.util.Optional;

/** Deletes deployments: by one conditional write if possible, else as the refused row requires. */
final class DeploymentRemover {

    private final Dynamo dynamo;
    private final String table;
    private final AliasRows aliases;

    DeploymentRemover(Dynamo dynamo, String table, AliasRows aliases) {
        this.dynamo = dynamo;
        this.table = table;
        this.aliases = aliases;
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
            // The row has changed since, so that the conditional write may now succeed.
            case Deletion.RemoveRow _ ->
                seen.alias().map(alias -> removeWithAlias(seen, alias)).orElseGet(Attempt.Lost::new);
        };
    }

    private Write removeWithoutAlias(DeploymentId id, boolean stackDeleted) {
        Condition withStack = DeploymentRows.in(Deletion.removable(true, stackDeleted));
        Condition withoutStack =
                all(absent(DeploymentRows.STACK), DeploymentRows.in(Deletion.removable(false, stackDeleted)));
        return dynamo.delete(
                table,
                new DeploymentKey(id).attributes(),
                all(DeploymentRows.withoutCustomAliases(), absent(DEPLOYMENT_ALIAS), withStack.or(withoutStack)));
    }

    private Attempt<DeleteOutcome> requestDestroy(Deployment seen) {
        StatusChange change = StatusChange.to(DeploymentStatus.DESTROY_REQUESTED);
        ItemUpdate update = DeploymentRows.toUpdate(change)
                .onlyIf(DeploymentRows.in(seen.status()), DeploymentRows.withoutCustomAliases());
        return switch (dynamo.updateAndGet(table, new DeploymentKey(seen.id()).attributes(), update)) {
            case Write.Applied(Optional<Item> row) ->
                new Attempt.Done<>(new DeleteOutcome.DestroyRequested(DeploymentRows.toDeployment(row.orElseThrow())));
            case Write.Refused _ -> new Attempt.Lost<>();
        };
    }

    private Attempt<DeleteOutcome> removeWithAlias(Deployment seen, AliasId alias) {
        Transaction transaction = new Transaction();
        transaction.delete(
                table,
                new DeploymentKey(seen.id()).attributes(),
                all(
                        DeploymentRows.withoutCustomAliases(),
                        equal(DEPLOYMENT_ALIAS, Values.text(alias.toString())),
                        DeploymentRows.in(seen.status())));
        aliases.removeProtected(transaction, alias, seen.id());
        return switch (dynamo.transact(transaction)) {
            case Transacted.Committed _ -> new Attempt.Done<>(new DeleteOutcome.Deleted());
            case Transacted.Refused _ -> new Attempt.Lost<>();
        };
    }
}
