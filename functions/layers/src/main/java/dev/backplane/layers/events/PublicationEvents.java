package dev.backplane.layers.events;

import static dev.backplane.layers.store.Attributes.ACTOR;
import static dev.backplane.layers.store.Attributes.ARN;
import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.PACKAGE;
import static dev.backplane.layers.store.Attributes.PACKAGE_VERSION;
import static dev.backplane.layers.store.Attributes.PK;
import static dev.backplane.layers.store.Attributes.REASON;
import static dev.backplane.layers.store.Attributes.REGION;
import static dev.backplane.layers.store.PublicationRows.FAILED_REASON;
import static dev.backplane.layers.store.PublicationRows.STATUS;

import dev.backplane.layers.RegionPublication.Status;
import dev.backplane.layers.store.PublicationRows;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.StreamRecord;
import java.util.Optional;

/** The events of publications, one for each region that succeeds or fails. */
final class PublicationEvents {

    private PublicationEvents() {}

    static Optional<DomainEvent> of(StreamRecord record) {
        Item before = record.oldItem().orElse(Item.EMPTY);
        Item after = record.newItem().orElse(Item.EMPTY);
        Optional<Status> status = statusOf(after);
        if (status.equals(statusOf(before))) {
            return Optional.empty();
        }
        return status.flatMap(state -> switch (state) {
            case SUCCEEDED ->
                Optional.of(event("LayerPublished", record, after)
                        .with("layerVersion", after.number(LAYER_VERSION))
                        .with("arn", after.text(ARN))
                        .reason(after.findText(REASON))
                        .build());
            case FAILED ->
                Optional.of(event("LayerPublishFailed", record, after)
                        .with("failure", after.findText(FAILED_REASON).orElse(""))
                        .reason(after.findText(REASON))
                        .build());
            case PENDING, PUBLISHING, WITHDRAWING -> Optional.empty();
        });
    }

    private static Optional<Status> statusOf(Item row) {
        return row.findText(STATUS).map(Status::parse);
    }

    private static DomainEvent.Builder event(String type, StreamRecord record, Item row) {
        return record.event(LayerEvents.SERVICE, type)
                .with("publicationId", PublicationRows.idOf(record.key(PK)).value())
                .with("package", row.text(PACKAGE))
                .with("packageVersion", row.text(PACKAGE_VERSION))
                .with("region", row.text(REGION))
                .actor(row.findActor(ACTOR));
    }
}
