package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** Takes a deployment a step further in its life, by a condition on the state it is in. */
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

    StatusOutcome write(DeploymentId id, StatusChange change) {
        return change.alias()
                .map(alias -> dynamo.retry().run(() -> attemptWithAlias(id, change, alias)))
                .orElseGet(() -> writeAlone(id, change));
    }

    private StatusOutcome writeAlone(DeploymentId id, StatusChange change) {
        return switch (update(id, new StatusExpression(change, change.to().sources()))) {
            case Write.Applied(Optional<Item> row) ->
                new StatusOutcome.Changed(DeploymentRows.toDeployment(row.orElseThrow()));
            case Write.Refused(Optional<Item> row) -> refusal(row.map(DeploymentRows::toDeployment), change);
        };
    }

    /** Changes a deployment's row and returns it as it is then. */
    Write update(DeploymentId id, StatusExpression step) {
        return dynamo.update(update -> update.tableName(table)
                .key(new DeploymentKey(id).attributes())
                .updateExpression(step.update())
                .conditionExpression(step.condition())
                .expressionAttributeNames(DeploymentRows.STATUS_NAME)
                .expressionAttributeValues(step.values())
                .returnValues(ReturnValue.ALL_NEW));
    }

    // The alias's rows carry the whole configuration, parts of which came with earlier steps: hence the read. It is
    // safe because a configuration only changes together with the state, and that is a condition of the transaction.
    private Attempt<StatusOutcome> attemptWithAlias(DeploymentId id, StatusChange change, AliasId aliasId) {
        Optional<Deployment> read = dynamo.get(get -> get.tableName(table)
                        .key(new DeploymentKey(id).attributes())
                        .consistentRead(true))
                .map(DeploymentRows::toDeployment);
        Optional<Deployment> ready = read.filter(seen -> seen.status().next().contains(change.to()));
        if (ready.isEmpty()) {
            return new Attempt.Done<>(refusal(read, change));
        }
        Deployment finished = ready.get().after(change);
        StatusExpression step = new StatusExpression(change, List.of(ready.get().status()));
        Transaction transaction = new Transaction()
                .update(
                        table,
                        new DeploymentKey(id).attributes(),
                        update -> update.updateExpression(step.update())
                                .conditionExpression(step.condition())
                                .expressionAttributeNames(DeploymentRows.STATUS_NAME)
                                .expressionAttributeValues(step.values()));
        Alias alias = new Alias(
                aliasId, id, Times.now(clock), 1, true, finished.status().isServed());
        aliases.create(transaction, alias, finished.config());
        return switch (dynamo.transact(transaction)) {
            case Transacted.Committed _ -> new Attempt.Done<>(new StatusOutcome.Changed(finished));
            case Transacted.Refused refused ->
                refused.failedAt(0)
                        ? new Attempt.Lost<>()
                        : new Attempt.Done<>(new StatusOutcome.AliasTaken(
                                refused.currentAt(1).map(AliasRows::toAlias).orElseThrow()));
        };
    }

    private static StatusOutcome refusal(Optional<Deployment> current, StatusChange change) {
        return current.<StatusOutcome>map(deployment -> deployment.status() == change.to()
                        ? new StatusOutcome.Unchanged(deployment)
                        : new StatusOutcome.NotAllowed(deployment.status()))
                .orElseGet(StatusOutcome.NotFound::new);
    }
}
