package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.util.Optional;

/** Changes the status of a deployment, by a condition on its current status. */
final class StatusWriter {

    private final Dynamo dynamo;
    private final String table;
    private final AliasRows aliases;
    private final Clock clock;

    StatusWriter(Dynamo dynamo, String table, AliasRows aliases, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.aliases = aliases;
        this.clock = clock;
    }

    StatusOutcome write(DeploymentId id, StatusChange change, Cause cause) {
        return change.alias()
                .map(alias -> dynamo.retry().run(() -> attemptWithAlias(id, change, alias, cause)))
                .orElseGet(() -> writeAlone(id, change, cause));
    }

    private StatusOutcome writeAlone(DeploymentId id, StatusChange change, Cause cause) {
        ItemUpdate update = DeploymentRows.toUpdate(change, cause)
                .onlyIf(DeploymentRows.in(change.to().sources()));
        return switch (dynamo.updateAndGet(table, new DeploymentKey(id).attributes(), update)) {
            case Write.Applied(Optional<Item> row) ->
                new StatusOutcome.Changed(DeploymentRows.toDeployment(row.orElseThrow()));
            case Write.Refused(Optional<Item> row) -> refusal(row.map(DeploymentRows::toDeployment), change);
        };
    }

    // The alias rows contain the whole configuration, of which earlier steps may have set parts; hence the read. It is
    // safe, because a configuration changes only together with the status, which the transaction checks.
    private Attempt<StatusOutcome> attemptWithAlias(
            DeploymentId id, StatusChange change, AliasId aliasId, Cause cause) {
        Optional<Deployment> read =
                dynamo.get(table, new DeploymentKey(id).attributes()).map(DeploymentRows::toDeployment);
        Optional<Deployment> ready = read.filter(seen -> seen.status().next().contains(change.to()));
        if (ready.isEmpty()) {
            return new Attempt.Done<>(refusal(read, change));
        }
        Deployment finished = ready.get().after(change);
        Transaction transaction = new Transaction();
        Action deployment = transaction.update(
                table,
                new DeploymentKey(id).attributes(),
                DeploymentRows.toUpdate(change, cause)
                        .onlyIf(DeploymentRows.in(ready.get().status())));
        Alias alias = new Alias(
                aliasId, id, Times.now(clock), 1, true, finished.status().isServed());
        Action route = aliases.create(transaction, alias, finished.config(), cause);
        return switch (dynamo.transact(transaction)) {
            case Transacted.Committed _ -> new Attempt.Done<>(new StatusOutcome.Changed(finished));
            case Transacted.Refused refused ->
                refused.failed(deployment)
                        ? new Attempt.Lost<>()
                        : new Attempt.Done<>(new StatusOutcome.AliasTaken(
                                aliasId, refused.current(route).flatMap(row -> row.read(AliasRows::toAlias))));
        };
    }

    private static StatusOutcome refusal(Optional<Deployment> current, StatusChange change) {
        return current.<StatusOutcome>map(deployment -> deployment.status() == change.to()
                        ? new StatusOutcome.Unchanged(deployment)
                        : new StatusOutcome.NotAllowed(deployment.status()))
                .orElseGet(StatusOutcome.NotFound::new);
    }
}
