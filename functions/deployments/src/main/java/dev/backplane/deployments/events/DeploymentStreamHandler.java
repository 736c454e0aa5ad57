package dev.backplane.deployments.events;

import static dev.backplane.deployments.store.Attributes.ACTOR;
import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ID;
import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.PROJECT;
import static dev.backplane.deployments.store.Attributes.REASON;
import static dev.backplane.deployments.store.Attributes.STATUS;

import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.store.DeploymentKey;
import dev.backplane.deployments.store.Tombstones;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import java.util.Optional;

/** Publishes the events of deployments. */
public final class DeploymentStreamHandler extends EventForwarder {

    public DeploymentStreamHandler() {
        this(Platform.lambda());
    }

    public DeploymentStreamHandler(Platform platform) {
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
            case DeploymentKey.PARTITION -> statusChange(record, row);
            case Tombstones.PARTITION -> Optional.of(event(record, "DeploymentDeleted", row));
            case Tombstones.EXPIRED ->
                Optional.of(event(record, "DeploymentExpired", row).with("project", row.text(PROJECT)));
            default -> Optional.empty();
        };
    }

    private static Optional<DomainEvent.Builder> statusChange(StreamRecord record, Item row) {
        Optional<String> from = record.oldItem().map(before -> before.text(STATUS));
        if (from.isEmpty()) {
            return Optional.of(event(record, "DeploymentCreated", row));
        }
        String to = row.text(STATUS);
        return from.filter(before -> !before.equals(to))
                .map(before -> event(record, "DeploymentStatusChanged", row)
                        .with("from", before)
                        .with("to", to));
    }

    private static DomainEvent.Builder event(StreamRecord record, String type, Item row) {
        return record.event(DeploymentsSettings.SERVICE, type).with("id", row.text(DEPLOYMENT_ID));
    }
}
