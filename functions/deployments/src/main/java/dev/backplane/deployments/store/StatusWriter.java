package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Changes the status of a deployment, by a condition on its current status. */
final class StatusWriter {

    private final Dynamo dynamo;
    private final DeploymentsSettings tables;
    private final AliasChanges aliases;
    private final AliasExpiry expiry;
    private final ProjectRows projects;
    private final Clock clock;

    StatusWriter(Dynamo dynamo, DeploymentsSettings tables, Clock clock) {
        this.dynamo = dynamo;
        this.tables = tables;
        this.aliases = new AliasChanges(dynamo, tables, clock);
        this.expiry = new AliasExpiry(dynamo, tables, clock);
        this.projects = new ProjectRows(tables.projectTable());
        this.clock = clock;
    }

    StatusOutcome write(DeploymentId id, StatusChange change, Cause cause) {
        return change.alias().isPresent() ? writeTogether(id, change, cause) : writeAlone(id, change, cause);
    }

    // A deployment without a project costs one write. One with a project is refused, and written with its entry.
    private StatusOutcome writeAlone(DeploymentId id, StatusChange change, Cause cause) {
        ItemUpdate update = DeploymentRows.toUpdate(change, cause)
                .onlyIf(DeploymentRows.in(change.to().sources()), DeploymentRows.withoutProject());
        return switch (dynamo.updateAndGet(tables.deploymentTable(), new DeploymentKey(id).attributes(), update)) {
            case Write.Applied(Optional<Item> row) ->
                new StatusOutcome.Changed(DeploymentRows.toDeployment(row.orElseThrow()));
            case Write.Refused(Optional<Item> row) -> {
                Optional<Deployment> current = row.map(DeploymentRows::toDeployment);
                yield current.filter(seen -> seen.status().next().contains(change.to()))
                                .isPresent()
                        ? writeTogether(id, change, cause)
                        : refusal(current, change);
            }
        };
    }

    private StatusOutcome writeTogether(DeploymentId id, StatusChange change, Cause cause) {
        return dynamo.retry().run(() -> attempt(id, change, cause));
    }

    // The other rows contain copies of the deployment, of which earlier steps may have set parts; hence the read. It is
    // safe, because what they contain changes only together with the status, which the transaction checks.
    private Attempt<StatusOutcome> attempt(DeploymentId id, StatusChange change, Cause cause) {
        AliasChanges.CurrentRows seen = aliases.read(change.alias().stream().toList(), List.of(id));
        Optional<Deployment> read = seen.deployment(id);
        Optional<Deployment> ready = read.filter(found -> found.status().next().contains(change.to()));
        if (ready.isEmpty()) {
            return new Attempt.Done<>(refusal(read, change));
        }
        Optional<StatusOutcome> taken = change.alias().flatMap(alias -> taken(alias, seen.row(alias)));
        if (taken.isPresent()) {
            return new Attempt.Done<>(taken.get());
        }
        Deployment changed = ready.get().after(change);
        Transaction transaction = new Transaction();
        transaction.update(
                tables.deploymentTable(),
                new DeploymentKey(id).attributes(),
                DeploymentRows.toUpdate(change, cause).onlyIf(DeploymentRows.unchanged(ready.get())));
        change.alias().ifPresent(alias -> {
            long revision = expiry.nextRevision(alias, seen.row(alias).isPresent());
            aliases.addOwn(transaction, Alias.ofDeployment(alias, changed, Times.now(clock), revision), changed, cause);
        });
        projects.put(transaction, changed);
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Attempt.Done<>(new StatusOutcome.Changed(changed));
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }

    /** Returns the refusal because of an alias that exists, even if its row is damaged. */
    private Optional<StatusOutcome> taken(AliasId id, Optional<Item> row) {
        Optional<Alias> alias = row.flatMap(found -> found.read(AliasRows::toAlias));
        boolean expired =
                alias.filter(found -> found.isExpired(clock.instant())).isPresent();
        return row.filter(_ -> !expired).map(_ -> new StatusOutcome.AliasTaken(id, alias));
    }

    private static StatusOutcome refusal(Optional<Deployment> current, StatusChange change) {
        return current.<StatusOutcome>map(deployment -> deployment.status() == change.to()
                        ? new StatusOutcome.Unchanged(deployment)
                        : new StatusOutcome.NotAllowed(deployment.status()))
                .orElseGet(StatusOutcome.NotFound::new);
    }
}
