package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasChange;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.ChangeKind;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Decides on pointing aliases to deployments, one by one or in a promotion. */
final class AliasPointing {

    private final Clock clock;
    private final AliasHistory history;
    private final AliasExpiry expiry;

    AliasPointing(Dynamo dynamo, DeploymentsSettings tables, Clock clock) {
        this.clock = clock;
        this.history = new AliasHistory(dynamo, tables.aliasTable(), clock);
        this.expiry = new AliasExpiry(dynamo, tables, clock);
    }

    /**
     * Decides on one alias.
     *
     * @param promotion whether the move is part of a promotion, which keeps the end of the alias
     */
    AliasDecision decide(AliasRequest request, AliasChanges.CurrentRows seen, boolean promotion) {
        Optional<Deployment> read = seen.deployment(request.target());
        if (read.isEmpty()) {
            return new AliasDecision.Refuse(new AliasOutcome.UnknownDeployment(request.target()));
        }
        Deployment target = read.get();
        if (!target.status().acceptsAliases()) {
            return new AliasDecision.Refuse(new AliasOutcome.DeploymentClosed(target.status()));
        }
        boolean damaged = seen.row(request.alias())
                .filter(row -> row.read(AliasRows::toAlias).isEmpty())
                .isPresent();
        if (damaged && !request.override()) {
            return new AliasDecision.Refuse(new AliasOutcome.OverrideNotAllowed(Optional.empty()));
        }
        Optional<Alias> current = seen.alias(request.alias());
        return request.refusal(current)
                .or(() -> current.flatMap(this::lockOf))
                .<AliasDecision>map(AliasDecision.Refuse::new)
                .orElseGet(() -> new AliasDecision.Write(
                        current.map(alias -> move(request, alias, target, promotion))
                                .orElseGet(() -> create(request, seen, target, promotion)),
                        List.of(target)));
    }

    private AliasChange move(AliasRequest request, Alias current, Deployment target, boolean promotion) {
        Instant now = Times.now(clock);
        Alias moved = current.movedTo(target, now);
        return promotion
                ? AliasChange.of(ChangeKind.PROMOTED, current, moved, now)
                : AliasChange.of(ChangeKind.MOVED, current, moved.expiringAt(request.expiry()), now);
    }

    private AliasChange create(
            AliasRequest request, AliasChanges.CurrentRows seen, Deployment target, boolean promotion) {
        long revision =
                expiry.nextRevision(request.alias(), seen.row(request.alias()).isPresent());
        Alias created = Alias.created(request.alias(), target, Times.now(clock), revision)
                .expiringAt(request.expiry());
        return AliasChange.creation(promotion ? ChangeKind.PROMOTED : ChangeKind.CREATED, created);
    }

    /** Returns the refusal because of a lock, if the alias has one. */
    Optional<AliasOutcome.Refusal> lockOf(Alias alias) {
        return alias.lock().map(revision -> new AliasOutcome.Locked(history.find(alias.id(), revision)));
    }
}
