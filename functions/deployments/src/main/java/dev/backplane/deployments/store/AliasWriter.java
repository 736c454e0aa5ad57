package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasDeletion;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes aliases, each in one transaction with its old and new deployment, so that no alias points to a deployment that
 * was deleted at the same moment.
 */
final class AliasWriter {

    private final Dynamo dynamo;
    private final DeploymentsSettings tables;
    private final Clock clock;
    private final AliasRows aliases;
    private final DeploymentRows deployments;
    private final Tombstones tombstones;

    AliasWriter(Dynamo dynamo, DeploymentsSettings tables, Clock clock, Tombstones tombstones) {
        this.dynamo = dynamo;
        this.tables = tables;
        this.clock = clock;
        this.aliases = new AliasRows(tables.aliasTable());
        this.deployments = new DeploymentRows(tables.deploymentTable());
        this.tombstones = tombstones;
    }

    AliasOutcome point(AliasRequest request, Cause cause) {
        return dynamo.retry().run(() -> attempt(request, cause));
    }

    private Attempt<AliasOutcome> attempt(AliasRequest request, Cause cause) {
        Map<String, Item> rows = read(request);
        Optional<Deployment> target =
                Optional.ofNullable(rows.get(tables.deploymentTable())).map(DeploymentRows::toDeployment);
        if (target.isEmpty()) {
            return new Attempt.Done<>(new AliasOutcome.UnknownDeployment());
        }
        if (!target.get().status().acceptsAliases()) {
            return new Attempt.Done<>(
                    new AliasOutcome.DeploymentClosed(target.get().status()));
        }
        Optional<Alias> current =
                Optional.ofNullable(rows.get(tables.aliasTable())).map(AliasRows::toAlias);
        Optional<AliasOutcome> refusal = request.dependsOnCurrent() ? request.refusal(current) : Optional.empty();
        return refusal.<Attempt<AliasOutcome>>map(Attempt.Done::new)
                .orElseGet(() -> write(request, target.get(), current, cause));
    }

    private Map<String, Item> read(AliasRequest request) {
        Map<String, Map<String, AttributeValue>> keys = new HashMap<>();
        keys.put(tables.deploymentTable(), new DeploymentKey(request.target()).attributes());
        if (request.dependsOnCurrent()) {
            keys.put(tables.aliasTable(), new AliasKey(request.alias()).route());
        }
        return dynamo.getEach(keys);
    }

    private Attempt<AliasOutcome> write(AliasRequest request, Deployment target, Optional<Alias> current, Cause cause) {
        Alias alias = new Alias(
                request.alias(),
                target.id(),
                Times.now(clock),
                current.map(Alias::revision).orElse(0L) + 1,
                false,
                target.status().isServed());
        Transaction transaction = new Transaction();
        Action route = current.map(seen -> aliases.replace(transaction, seen, alias, target.config(), cause))
                .orElseGet(() -> aliases.create(transaction, alias, target.config(), cause));
        Optional<DeploymentId> previous = current.map(Alias::deployment);
        if (previous.equals(Optional.of(target.id()))) {
            deployments.requireStatus(transaction, target.id(), target.status());
        } else {
            deployments.attach(transaction, target);
            previous.ifPresent(id -> deployments.detach(transaction, id));
        }
        return switch (dynamo.transact(transaction)) {
            case Transacted.Committed _ -> new Attempt.Done<>(new AliasOutcome.Pointed(alias, previous));
            case Transacted.Refused refused -> afterRefusal(request, refused.current(route));
        };
    }

    // A request that did not read the alias gets its current row with the refusal. Any other request lost a race.
    private static Attempt<AliasOutcome> afterRefusal(AliasRequest request, Optional<Item> route) {
        return request.dependsOnCurrent()
                ? new Attempt.Lost<>()
                : route.flatMap(row -> row.read(AliasRows::toAlias)
                                .map(current -> request.refusal(Optional.of(current)))
                                .orElseGet(() -> Optional.of(new AliasOutcome.OverrideNotAllowed(Optional.empty()))))
                        .<Attempt<AliasOutcome>>map(Attempt.Done::new)
                        .orElseGet(Attempt.Lost::new);
    }

    AliasDeletion delete(AliasId id, Cause cause) {
        return dynamo.retry().run(() -> attemptDelete(id, cause));
    }

    private Attempt<AliasDeletion> attemptDelete(AliasId id, Cause cause) {
        Optional<Alias> current =
                dynamo.get(tables.aliasTable(), new AliasKey(id).route()).map(AliasRows::toAlias);
        if (current.isEmpty()) {
            return new Attempt.Done<>(AliasDeletion.NOT_FOUND);
        }
        if (current.get().isProtected()) {
            return new Attempt.Done<>(AliasDeletion.PROTECTED);
        }
        Transaction transaction = new Transaction();
        aliases.remove(transaction, current.get());
        deployments.detach(transaction, current.get().deployment());
        transaction.put(tables.aliasTable(), tombstones.of(id, current.get().deployment(), cause));
        return switch (dynamo.transact(transaction)) {
            case Transacted.Committed _ -> new Attempt.Done<>(AliasDeletion.DELETED);
            case Transacted.Refused _ -> new Attempt.Lost<>();
        };
    }
}
