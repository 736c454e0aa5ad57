package dev.backplane.deployments.store;

import dev.backplane.deployments.ActiveSplit;
import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasChange;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.ChangeKind;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.deployments.RollbackRequest;
import dev.backplane.deployments.Split;
import dev.backplane.deployments.SplitRequest;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Changes one alias at a time: reads it, decides, and writes the change if the alias is still as it was read. */
final class AliasWriter {

    private final Dynamo dynamo;
    private final Clock clock;
    private final AliasChanges changes;
    private final AliasHistory history;
    private final AliasPointing pointing;

    AliasWriter(Dynamo dynamo, DeploymentsSettings tables, Clock clock) {
        this.dynamo = dynamo;
        this.clock = clock;
        this.changes = new AliasChanges(dynamo, tables, clock);
        this.history = new AliasHistory(dynamo, tables.aliasTable(), clock);
        this.pointing = new AliasPointing(dynamo, tables, clock);
    }

    AliasOutcome point(AliasRequest request, Cause cause) {
        return dynamo.retry().run(() -> {
            AliasChanges.CurrentRows seen = changes.read(List.of(request.alias()), List.of(request.target()));
            return commit(pointing.decide(request, seen, false), cause);
        });
    }

    AliasOutcome delete(AliasId id, Cause cause) {
        return change(
                id,
                cause,
                alias -> pointing.lockOf(alias)
                        .<AliasDecision>map(AliasDecision.Refuse::new)
                        .orElseGet(() -> new AliasDecision.Write(
                                AliasChange.removal(ChangeKind.DELETED, alias, Times.now(clock)), List.of())));
    }

    AliasOutcome lock(AliasId id, Cause cause) {
        return change(
                id,
                cause,
                alias -> alias.lock().isPresent()
                        ? new AliasDecision.Keep(alias)
                        : new AliasDecision.Write(
                                AliasChange.of(ChangeKind.LOCKED, alias, alias.locked(), Times.now(clock)), List.of()));
    }

    AliasOutcome unlock(AliasId id, Cause cause) {
        return change(
                id,
                cause,
                alias -> alias.lock().isEmpty()
                        ? new AliasDecision.Keep(alias)
                        : new AliasDecision.Write(
                                AliasChange.of(ChangeKind.UNLOCKED, alias, alias.unlocked(), Times.now(clock)),
                                List.of()));
    }

    AliasOutcome rollBack(RollbackRequest request, Cause cause) {
        return change(request.alias(), cause, alias -> decide(request, alias));
    }

    private AliasDecision decide(RollbackRequest request, Alias alias) {
        if (request.expected().filter(id -> !id.equals(alias.deployment())).isPresent()) {
            return new AliasDecision.Refuse(new AliasOutcome.Changed(Optional.of(alias)));
        }
        Optional<HistoryEntry> entry = request.toRevision()
                .or(alias::back)
                .flatMap(revision -> history.find(alias.id(), revision))
                .filter(found -> !found.isRemoval());
        if (entry.isEmpty()) {
            return new AliasDecision.Refuse(
                    request.toRevision().isPresent()
                            ? new AliasOutcome.UnknownRevision()
                            : new AliasOutcome.NothingToRollBack());
        }
        DeploymentId id = entry.get().deployment().orElseThrow();
        Instant now = Times.now(clock);
        return open(id).<AliasDecision>map(target -> new AliasDecision.Write(
                        AliasChange.of(
                                ChangeKind.ROLLED_BACK,
                                alias,
                                alias.returnedTo(target, entry.get().back(), now),
                                now),
                        List.of(target)))
                .orElseGet(() -> new AliasDecision.Refuse(new AliasOutcome.DeploymentGone(id)));
    }

    AliasOutcome split(SplitRequest request, Cause cause) {
        return change(
                request.alias(),
                cause,
                alias -> pointing.lockOf(alias)
                        .<AliasDecision>map(AliasDecision.Refuse::new)
                        .orElseGet(() -> decide(request, alias)));
    }

    private AliasDecision decide(SplitRequest request, Alias alias) {
        DeploymentId id = request.deployment();
        if (id.equals(alias.deployment())) {
            return new AliasDecision.Refuse(new AliasOutcome.SameDeployment());
        }
        Optional<Deployment> read = changes.read(List.of(), List.of(id)).deployment(id);
        if (read.isEmpty()) {
            return new AliasDecision.Refuse(new AliasOutcome.UnknownDeployment(id));
        }
        if (!read.get().status().isServed()) {
            return new AliasDecision.Refuse(new AliasOutcome.NotReady(id));
        }
        Instant now = Times.now(clock);
        Optional<ActiveSplit> before =
                alias.split().filter(split -> split.deployment().equals(id));
        String salt = request.salt()
                .or(() -> before.map(split -> split.values().salt()))
                .orElseGet(id::value);
        Split values = new Split(id, request.percent(), salt);
        if (before.filter(split -> split.values().equals(values)).isPresent()) {
            return new AliasDecision.Keep(alias);
        }
        ActiveSplit after =
                new ActiveSplit(values, before.map(ActiveSplit::createdAt).orElse(now), true);
        return new AliasDecision.Write(
                AliasChange.of(ChangeKind.SPLIT_CHANGED, alias, alias.splitAs(Optional.of(after)), now),
                List.of(read.get()));
    }

    /** Ends a split; the alias keeps its deployment, or moves to the new one. */
    AliasOutcome endSplit(AliasId id, Variant keep, Cause cause) {
        return change(
                id,
                cause,
                alias -> alias.split()
                        .map(split -> switch (keep) {
                            case STABLE ->
                                new AliasDecision.Write(
                                        AliasChange.of(
                                                ChangeKind.SPLIT_CHANGED,
                                                alias,
                                                alias.splitAs(Optional.empty()),
                                                Times.now(clock)),
                                        List.of());
                            case NEW ->
                                pointing.lockOf(alias)
                                        .<AliasDecision>map(AliasDecision.Refuse::new)
                                        .orElseGet(() -> keepNew(alias, split.deployment()));
                        })
                        .orElseGet(() -> new AliasDecision.Refuse(new AliasOutcome.NoSplit())));
    }

    private AliasDecision keepNew(Alias alias, DeploymentId id) {
        Instant now = Times.now(clock);
        return open(id).<AliasDecision>map(target -> new AliasDecision.Write(
                        AliasChange.of(ChangeKind.SPLIT_CHANGED, alias, alias.movedTo(target, now), now),
                        List.of(target)))
                .orElseGet(() -> new AliasDecision.Refuse(new AliasOutcome.DeploymentGone(id)));
    }

    private Optional<Deployment> open(DeploymentId id) {
        return changes.read(List.of(), List.of(id))
                .deployment(id)
                .filter(deployment -> deployment.status().acceptsAliases());
    }

    /** Changes an alias that exists and does not belong to a deployment. */
    private AliasOutcome change(AliasId id, Cause cause, Function<Alias, AliasDecision> decision) {
        return dynamo.retry().run(() -> {
            Optional<Alias> current = changes.read(List.of(id), List.of()).alias(id);
            if (current.isEmpty()) {
                return new Attempt.Done<>(new AliasOutcome.NotFound());
            }
            return current.get().isProtected()
                    ? new Attempt.Done<>(new AliasOutcome.Protected())
                    : commit(decision.apply(current.get()), cause);
        });
    }

    private Attempt<AliasOutcome> commit(AliasDecision decision, Cause cause) {
        return switch (decision) {
            case AliasDecision.Refuse(AliasOutcome.Refusal refusal) -> new Attempt.Done<>(refusal);
            case AliasDecision.Keep(Alias alias) ->
                new Attempt.Done<>(new AliasOutcome.Applied(alias, Optional.empty()));
            case AliasDecision.Write(AliasChange change, List<Deployment> targets) -> {
                Transaction transaction = new Transaction();
                changes.add(transaction, List.of(change), targets, AliasChanges.Source.of(cause));
                yield switch (dynamo.transact(transaction)) {
                    case Transaction.Committed _ ->
                        new Attempt.Done<>(new AliasOutcome.Applied(
                                change.after().or(change::before).orElseThrow(),
                                change.before().map(Alias::deployment)));
                    case Transaction.Refused _ -> new Attempt.Lost<>();
                };
            }
        };
    }
}
