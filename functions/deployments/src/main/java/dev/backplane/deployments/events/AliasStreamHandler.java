package dev.backplane.deployments.events;

import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ID;
import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;

import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.store.AliasKey;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import java.util.Optional;

/** Publishes the events of aliases, from their route rows alone: both rows change together. */
public final class AliasStreamHandler extends EventForwarder {

    public AliasStreamHandler() {
        this(Platform.lambda());
    }

    public AliasStreamHandler(Platform platform) {
        super(platform, DeploymentsSettings.SERVICE);
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        if (!record.key(PK).equals(AliasKey.ROUTES)) {
            return Optional.empty();
        }
        Item before = record.oldItem().orElse(Item.EMPTY);
        Item after = record.newItem().orElse(Item.EMPTY);
        return switch (record.eventName()) {
            case "INSERT" ->
                Optional.of(event(record, "AliasCreated")
                        .with("deployment", after.text(DEPLOYMENT_ID))
                        .build());
            case "REMOVE" ->
                Optional.of(event(record, "AliasDeleted")
                        .with("deployment", before.text(DEPLOYMENT_ID))
                        .build());
            default -> moved(record, before.text(DEPLOYMENT_ID), after.text(DEPLOYMENT_ID));
        };
    }

    private static Optional<DomainEvent> moved(StreamRecord record, String from, String to) {
        return from.equals(to)
                ? Optional.empty()
                : Optional.of(event(record, "AliasMoved")
                        .with("from", from)
                        .with("to", to)
                        .build());
    }

    private static DomainEvent.Builder event(StreamRecord record, String type) {
        return record.event(DeploymentsSettings.SERVICE, type)
                .with("id", AliasKey.parse(record.key(SK)).id().toString());
    }
}
