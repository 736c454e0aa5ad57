package dev.backplane.deployments.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Condition.greater;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasChange;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.AliasTarget;
import dev.backplane.deployments.ChangeKind;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.deployments.KeyedRequest;
import dev.backplane.deployments.Promotion;
import dev.backplane.deployments.PromotionId;
import dev.backplane.deployments.PromotionOutcome;
import dev.backplane.deployments.PromotionRequest;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Promotions: several aliases that move together or not at all, in one transaction. */
public final class PromotionStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final Ids ids;
    private final AliasChanges changes;
    private final AliasPointing pointing;
    private final AliasHistory history;
    private final KeyedResults results;

    PromotionStore(Dynamo dynamo, DeploymentsSettings tables, Clock clock, Ids ids) {
        this.dynamo = dynamo;
        this.table = tables.aliasTable();
        this.clock = clock;
        this.ids = ids;
        this.changes = new AliasChanges(dynamo, tables, clock);
        this.pointing = new AliasPointing(dynamo, tables, clock);
        this.history = new AliasHistory(dynamo, table, clock);
        this.results = new KeyedResults(table, clock);
    }

    /** Moves different aliases together, and creates those that do not exist, once for each idempotency key. */
    public PromotionOutcome promote(List<PromotionRequest> moves, Optional<KeyedRequest> request, Cause cause) {
        return dynamo.retry()
                .run(() -> request.flatMap(this::repeated)
                        .<Attempt<PromotionOutcome>>map(Attempt.Done::new)
                        .orElseGet(() -> attempt(moves, request, cause)));
    }

    private Optional<PromotionOutcome> repeated(KeyedRequest request) {
        return results.find(dynamo, request)
                .map(row -> KeyedResults.resultOf(row, request)
                        .map(PromotionId::parse)
                        .flatMap(this::getPromotionById)
                        .<PromotionOutcome>map(PromotionOutcome.Repeated::new)
                        .orElseGet(PromotionOutcome.IdempotencyMismatch::new));
    }

    private Attempt<PromotionOutcome> attempt(
            List<PromotionRequest> moves, Optional<KeyedRequest> request, Cause cause) {
        PromotionPlan plan = plan(moves);
        if (!plan.conflicts().isEmpty()) {
            return new Attempt.Done<>(new PromotionOutcome.Refused(plan.conflicts()));
        }
        Instant now = Times.now(clock);
        Promotion promotion = new Promotion(
                PromotionId.next(now, ids),
                plan.changes().stream().map(PromotionStore::move).toList(),
                now,
                Optional.of(cause.actor()),
                cause.reason(),
                Optional.empty());
        Transaction transaction = new Transaction();
        changes.add(transaction, plan.changes(), plan.targets(), source(cause, promotion));
        transaction.put(table, PromotionRows.toItem(promotion), absent(Attributes.PK));
        request.ifPresent(
                keyed -> results.remember(transaction, keyed, promotion.id().value()));
        return commit(transaction, plan, promotion);
    }

    private PromotionPlan plan(List<PromotionRequest> moves) {
        List<AliasId> aliasTargets = moves.stream()
                .flatMap(move ->
                        move.target() instanceof AliasTarget.ToAlias(AliasId id) ? Stream.of(id) : Stream.empty())
                .toList();
        AliasChanges.CurrentRows others = changes.read(aliasTargets, List.of());
        List<Optional<DeploymentId>> targets = moves.stream()
                .map(move -> switch (move.target()) {
                    case AliasTarget.ToDeployment(DeploymentId id) -> Optional.of(id);
                    case AliasTarget.ToAlias(AliasId id) -> others.alias(id).map(Alias::deployment);
                })
                .toList();
        AliasChanges.CurrentRows seen = changes.read(
                moves.stream().map(PromotionRequest::alias).toList(),
                targets.stream().flatMap(Optional::stream).toList());
        PromotionPlan plan = new PromotionPlan();
        for (int i = 0; i < moves.size(); i++) {
            PromotionRequest move = moves.get(i);
            plan.add(move.alias(), decide(move, targets.get(i), seen));
        }
        return plan;
    }

    private AliasDecision decide(PromotionRequest move, Optional<DeploymentId> target, AliasChanges.CurrentRows seen) {
        if (target.isEmpty() && move.target() instanceof AliasTarget.ToAlias(AliasId missing)) {
            return new AliasDecision.Refuse(new AliasOutcome.UnknownTarget(missing));
        }
        return pointing.decide(
                new AliasRequest(move.alias(), target.orElseThrow(), true, move.expected(), Optional.empty()),
                seen,
                true);
    }

    private static Promotion.Move move(AliasChange change) {
        return new Promotion.Move(
                change.id(),
                change.before().map(Alias::deployment),
                change.after().orElseThrow().deployment(),
                change.revision());
    }

    private static AliasChanges.Source source(Cause cause, Promotion promotion) {
        return new AliasChanges.Source(cause, Optional.of(promotion.id().value()));
    }

    private Attempt<PromotionOutcome> commit(Transaction transaction, PromotionPlan plan, Promotion promotion) {
        Optional<PromotionOutcome> tooLarge = plan.refusalBySize(transaction);
        if (tooLarge.isPresent()) {
            return new Attempt.Done<>(tooLarge.get());
        }
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Attempt.Done<>(new PromotionOutcome.Done(promotion));
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }

    /** Moves the aliases of a promotion back, and deletes those that it created. */
    public PromotionOutcome undo(PromotionId id, Cause cause) {
        return dynamo.retry().run(() -> {
            Optional<Promotion> found = getPromotionById(id);
            if (found.isEmpty()) {
                return new Attempt.Done<>(new PromotionOutcome.NotFound());
            }
            return found.get().undone().isPresent()
                    ? new Attempt.Done<>(new PromotionOutcome.AlreadyUndone(found.get()))
                    : undo(found.get(), cause);
        });
    }

    private Attempt<PromotionOutcome> undo(Promotion promotion, Cause cause) {
        AliasChanges.CurrentRows seen = changes.read(
                promotion.moves().stream().map(Promotion.Move::alias).toList(),
                promotion.moves().stream().flatMap(move -> move.from().stream()).toList());
        PromotionPlan plan = new PromotionPlan();
        Instant now = Times.now(clock);
        Map<AliasId, HistoryEntry> before = history.findBefore(promotion.moves());
        promotion.moves().forEach(move -> {
            Optional<Long> back = Optional.ofNullable(before.get(move.alias())).flatMap(HistoryEntry::back);
            plan.add(move.alias(), undo(move, back, seen, now));
        });
        if (!plan.conflicts().isEmpty()) {
            return new Attempt.Done<>(new PromotionOutcome.Refused(plan.conflicts()));
        }
        Promotion.Undo undo = new Promotion.Undo(now, Optional.of(cause.actor()), cause.reason());
        Transaction transaction = new Transaction();
        changes.add(transaction, plan.changes(), plan.targets(), source(cause, promotion));
        transaction.update(
                table,
                PromotionRows.key(promotion.id()),
                PromotionRows.undo(undo).onlyIf(all(exists(Attributes.PK), absent(PromotionRows.UNDONE_AT))));
        return commit(transaction, plan, promotion.undoneAs(undo));
    }

    private AliasDecision undo(Promotion.Move move, Optional<Long> back, AliasChanges.CurrentRows seen, Instant now) {
        Optional<Alias> current = seen.alias(move.alias());
        if (current.isEmpty()) {
            return new AliasDecision.Refuse(new AliasOutcome.NotFound());
        }
        Alias alias = current.get();
        if (alias.isProtected()) {
            return new AliasDecision.Refuse(new AliasOutcome.Protected());
        }
        if (!alias.deployment().equals(move.to())) {
            return new AliasDecision.Refuse(new AliasOutcome.Changed(current));
        }
        Optional<AliasOutcome.Refusal> lock = pointing.lockOf(alias);
        if (lock.isPresent()) {
            return new AliasDecision.Refuse(lock.get());
        }
        if (move.from().isEmpty()) {
            return new AliasDecision.Write(AliasChange.removal(ChangeKind.UNDONE, alias, now), List.of());
        }
        Optional<Deployment> target = seen.deployment(move.from().get())
                .filter(deployment -> deployment.status().acceptsAliases());
        if (target.isEmpty()) {
            return new AliasDecision.Refuse(
                    new AliasOutcome.DeploymentGone(move.from().get()));
        }
        return new AliasDecision.Write(
                AliasChange.of(ChangeKind.UNDONE, alias, alias.returnedTo(target.get(), back, now), now),
                List.of(target.get()));
    }

    public Optional<Promotion> getPromotionById(PromotionId id) {
        return dynamo.get(table, PromotionRows.key(id))
                .filter(row -> row.number(Attributes.EXPIRY) > clock.instant().getEpochSecond())
                .map(PromotionRows::toPromotion);
    }

    /** Lists promotions, newest first; a damaged row is logged and left out. */
    public Page<Promotion, PromotionId> listPromotions(int limit, Optional<PromotionId> after) {
        List<Promotion> rows = dynamo.read(
                ItemQuery.of(table, equal(Attributes.PK, Values.text(PromotionRows.PARTITION)))
                        .filter(greater(
                                Attributes.EXPIRY, Values.number(clock.instant().getEpochSecond())))
                        .descending()
                        .after(after.map(PromotionRows::key)),
                limit + 1,
                PromotionRows::toPromotion);
        return Page.of(rows, limit, Promotion::id);
    }
}
