package dev.backplane.deployments.events;

import static dev.backplane.deployments.store.Attributes.ACTOR;
import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ID;
import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.REASON;
import static dev.backplane.deployments.store.Attributes.SK;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.store.AliasKey;
import dev.backplane.deployments.store.Tombstones;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import java.util.Optional;

/** Publishes the events of aliases, from their route rows alone, which change with the others, and from tombstones. */
public final class AliasStreamHandler extends EventForwarder {

    public AliasStreamHandler() {
        this(Platform.lambda());
    }

    public AliasStreamHandler(Platform platform) {
        super(platform, DeploymentsSettings.SERVICE);
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        // A removed row has no event: the tombstone reports the deletion, because it contains the actor.
        return record.newItem()
                .flatMap(row -> change(record, row)
                        .map(event -> event.actor(row.findActor(ACTOR))
                                .reason(row.findText(REASON))
                                .build()));
    }

    private static Optional<DomainEvent.Builder> change(StreamRecord record, Item row) {
        return switch (record.key(PK)) {
            case AliasKey.ROUTES -> pointed(record, row.text(DEPLOYMENT_ID));
            case Tombstones.PARTITION ->
                Optional.of(event(record, "AliasDeleted", Tombstones.aliasIn(record.key(SK)))
                        .with("deployment", row.text(DEPLOYMENT_ID)));
            default -> Optional.empty();
        };
    }

    private static Optional<DomainEvent.Builder> pointed(StreamRecord record, String to) {
        AliasId id = AliasKey.parse(record.key(SK)).id();
        Optional<String> from = record.oldItem().map(before -> before.text(DEPLOYMENT_ID));
        return from.isEmpty()
                ? Optional.of(event(record, "AliasCreated", id).with("deployment", to))
                : from.filter(before -> !before.equals(to))
                        .map(before -> event(record, "AliasMoved", id)
                                .with("from", before)
                                .with("to", to));
    }

    private static DomainEvent.Builder event(StreamRecord record, String type, AliasId id) {
        return record.event(DeploymentsSettings.SERVICE, type).with("id", id.toString());
    }
}
