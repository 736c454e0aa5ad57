package dev.backplane.deployments.events;

import static dev.backplane.deployments.store.Attributes.PK;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.deployments.Promotion;
import dev.backplane.deployments.Split;
import dev.backplane.deployments.store.AliasHistory;
import dev.backplane.deployments.store.AliasKey;
import dev.backplane.deployments.store.PromotionRows;
import dev.backplane.platform.Platform;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Publishes the events of aliases, one for each row of their history, and those of promotions. */
public final class AliasStreamHandler extends EventForwarder {

    public AliasStreamHandler() {
        this(Platform.lambda());
    }

    public AliasStreamHandler(Platform platform) {
        super(platform, DeploymentsSettings.SERVICE);
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        String partition = record.key(PK);
        if (partition.equals(PromotionRows.PARTITION)) {
            return record.newItem().map(PromotionRows::toPromotion).flatMap(row -> promotion(record, row));
        }
        return partition.startsWith(AliasKey.HISTORY_PREFIX) && record.oldItem().isEmpty()
                ? record.newItem().map(AliasHistory::toEntry).flatMap(entry -> change(record, entry))
                : Optional.empty();
    }

    private static Optional<DomainEvent> promotion(StreamRecord record, Promotion promotion) {
        List<JsonValue> aliases = promotion.moves().stream()
                .<JsonValue>map(move -> new Text(move.alias().toString()))
                .toList();
        if (record.oldItem().isEmpty()) {
            return Optional.of(record.event(DeploymentsSettings.SERVICE, "AliasesPromoted")
                    .with("id", promotion.id().value())
                    .with("aliases", new Arr(aliases))
                    .actor(promotion.actor())
                    .reason(promotion.reason())
                    .build());
        }
        boolean before = record.oldItem()
                .map(PromotionRows::toPromotion)
                .flatMap(Promotion::undone)
                .isPresent();
        return promotion
                .undone()
                .filter(_ -> !before)
                .map(undo -> record.event(DeploymentsSettings.SERVICE, "PromotionUndone")
                        .with("id", promotion.id().value())
                        .with("aliases", new Arr(aliases))
                        .actor(undo.actor())
                        .reason(undo.reason())
                        .build());
    }

    private static Optional<DomainEvent> change(StreamRecord record, HistoryEntry entry) {
        Optional<DomainEvent.Builder> event = switch (entry.kind()) {
            case CREATED -> Optional.of(at(record, "AliasCreated", entry));
            case MOVED, PROMOTED, UNDONE -> moved(record, entry);
            case ROLLED_BACK -> Optional.of(fromTo(record, "AliasRolledBack", entry));
            case LOCKED -> Optional.of(at(record, "AliasLocked", entry));
            case UNLOCKED -> Optional.of(at(record, "AliasUnlocked", entry));
            case SPLIT_CHANGED -> Optional.of(split(record, entry));
            case DELETED -> Optional.of(removed(record, "AliasDeleted", entry));
            case EXPIRED -> Optional.of(removed(record, "AliasExpired", entry));
        };
        return event.map(
                builder -> builder.actor(entry.actor()).reason(entry.reason()).build());
    }

    /** Returns what a promotion or a move did; it may also create an alias, and its undoing remove one. */
    private static Optional<DomainEvent.Builder> moved(StreamRecord record, HistoryEntry entry) {
        if (entry.previous().isEmpty()) {
            return Optional.of(at(record, "AliasCreated", entry));
        }
        if (entry.isRemoval()) {
            return Optional.of(removed(record, "AliasDeleted", entry));
        }
        boolean changed = !entry.previous().equals(entry.deployment())
                || entry.endedSplit().isPresent();
        return changed ? Optional.of(fromTo(record, "AliasMoved", entry)) : Optional.empty();
    }

    private static DomainEvent.Builder split(StreamRecord record, HistoryEntry entry) {
        DomainEvent.Builder event = at(record, "AliasSplitChanged", entry);
        entry.split().ifPresent(split -> event.with("split", json(split)));
        return entry.previous().equals(entry.deployment())
                ? event
                : event.with("from", entry.previous().map(DeploymentId::value))
                        .with("to", entry.deployment().map(DeploymentId::value));
    }

    private static Obj json(Split split) {
        return Obj.of(
                Map.entry("deployment", new Text(split.deployment().value())),
                Map.entry("percent", new Num(Integer.toString(split.percent()))));
    }

    private static DomainEvent.Builder at(StreamRecord record, String type, HistoryEntry entry) {
        return event(record, type, entry).with("deployment", entry.deployment().map(DeploymentId::value));
    }

    private static DomainEvent.Builder fromTo(StreamRecord record, String type, HistoryEntry entry) {
        return event(record, type, entry)
                .with("from", entry.previous().map(DeploymentId::value))
                .with("to", entry.deployment().map(DeploymentId::value));
    }

    private static DomainEvent.Builder removed(StreamRecord record, String type, HistoryEntry entry) {
        return event(record, type, entry).with("deployment", entry.previous().map(DeploymentId::value));
    }

    private static DomainEvent.Builder event(StreamRecord record, String type, HistoryEntry entry) {
        return record.event(DeploymentsSettings.SERVICE, type)
                .with("id", entry.alias().toString())
                .with("revision", entry.revision());
    }
}
