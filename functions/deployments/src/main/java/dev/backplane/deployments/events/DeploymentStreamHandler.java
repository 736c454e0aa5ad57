package dev.backplane.deployments.events;

import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ID;
import static dev.backplane.deployments.store.Attributes.STATUS;

import dev.backplane.deployments.DeploymentsSettings;
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
        Item before = record.oldItem().orElse(Item.EMPTY);
        Item after = record.newItem().orElse(Item.EMPTY);
        return switch (record.eventName()) {
            case "INSERT" ->
                Optional.of(event(record, "DeploymentCreated", after).build());
            case "REMOVE" ->
                Optional.of(event(record, "DeploymentDeleted", before).build());
            default -> statusChanged(record, before, after);
        };
    }

    private static Optional<DomainEvent> statusChanged(StreamRecord record, Item before, Item after) {
        String from = before.text(STATUS);
        String to = after.text(STATUS);
        return from.equals(to)
                ? Optional.empty()
                : Optional.of(event(record, "DeploymentStatusChanged", after)
                        .with("from", from)
                        .with("to", to)
                        .build());
    }

    private static DomainEvent.Builder event(StreamRecord record, String type, Item row) {
        return record.event(DeploymentsSettings.SERVICE, type).with("id", row.text(DEPLOYMENT_ID));
    }
}
