package dev.backplane.layers.events;

import static dev.backplane.layers.store.Attributes.ACTOR;
import static dev.backplane.layers.store.Attributes.ARN;
import static dev.backplane.layers.store.Attributes.DELETED;
import static dev.backplane.layers.store.Attributes.DEPLOY_STATUS;
import static dev.backplane.layers.store.Attributes.EXPIRES;
import static dev.backplane.layers.store.Attributes.HELD;
import static dev.backplane.layers.store.Attributes.HELD_ACTOR;
import static dev.backplane.layers.store.Attributes.HELD_REASON;
import static dev.backplane.layers.store.Attributes.HELD_UNTIL;
import static dev.backplane.layers.store.Attributes.PACKAGE_VERSION;
import static dev.backplane.layers.store.Attributes.PK;
import static dev.backplane.layers.store.Attributes.POSTPONED;
import static dev.backplane.layers.store.Attributes.REASON;
import static dev.backplane.layers.store.Attributes.SK;
import static dev.backplane.layers.store.Attributes.WARNED;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.ExpiryStep;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.layers.store.PublicationRows;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import java.util.Optional;

/** Publishes the events of layers. */
public final class LayerStreamHandler extends EventForwarder {

    public LayerStreamHandler() {
        this(Platform.lambda());
    }

    public LayerStreamHandler(Platform platform) {
        super(platform, LayerEvents.SERVICE);
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        if (PublicationRows.isRegion(record.key(PK), record.key(SK))) {
            return PublicationEvents.of(record);
        }
        if (!LayerKey.isVersion(record.key(PK), record.key(SK))) {
            return Optional.empty();
        }
        LayerKey key = LayerKey.parse(record.key(PK), record.key(SK));
        Item before = record.oldItem().orElse(Item.EMPTY);
        Item after = record.newItem().orElse(Item.EMPTY);
        return switch (record.eventName()) {
            case "INSERT" -> inserted(record, key, after);
            case "MODIFY" -> modified(record, key, before, after);
            // The Lambda layer is deleted after its row. The tombstone publishes that event.
            default -> Optional.empty();
        };
    }

    private static Optional<DeployStatus> status(Item row) {
        return row.findText(DEPLOY_STATUS).map(DeployStatus::parse);
    }

    private static Optional<DomainEvent> inserted(StreamRecord record, LayerKey key, Item row) {
        Optional<DeployStatus> status = status(row);
        if (status.isEmpty()) {
            return deleted(record, key, row);
        }
        if (status.get() == DeployStatus.DEPRECATED) {
            // Only a version that was about to be deleted is inserted as deprecated.
            return postponed(record, key, Item.EMPTY, row);
        }
        return status.filter(known -> known == DeployStatus.LATEST)
                .map(_ -> caused(
                        LayerEvents.event("LayerRegistered", record, key)
                                .with("packageVersion", row.text(PACKAGE_VERSION))
                                .with("arn", row.text(ARN)),
                        row));
    }

    private static Optional<DomainEvent> deleted(StreamRecord record, LayerKey key, Item row) {
        return row.findText(DELETED)
                .map(deleted -> caused(
                        LayerEvents.event("LayerDeleted", record, key)
                                .with("arn", row.text(ARN))
                                .with("deletedAt", deleted),
                        row));
    }

    private static Optional<DomainEvent> modified(StreamRecord record, LayerKey key, Item before, Item after) {
        if (before.findText(DELETED).isEmpty() && after.findText(DELETED).isPresent()) {
            // The tombstone replaced the note of a failed deletion.
            return deleted(record, key, after);
        }
        if (status(before).equals(Optional.of(DeployStatus.LATEST))
                && status(after).equals(Optional.of(DeployStatus.DEPRECATED))) {
            return Optional.of(caused(expiring("LayerDeprecated", record, key, after), after));
        }
        return status(after).isEmpty()
                ? Optional.empty()
                : postponed(record, key, before, after).or(() -> lifetimeChanged(record, key, before, after));
    }

    private static Optional<DomainEvent> lifetimeChanged(StreamRecord record, LayerKey key, Item before, Item after) {
        if (!before.findText(HELD).equals(after.findText(HELD))) {
            return Optional.of(
                    after.findText(HELD).isPresent()
                            ? held(record, key, after)
                            : caused(expiring("LayerReleased", record, key, after), after));
        }
        // A warning changes nothing but this; a new expiry may also skip warnings.
        boolean stepTaken = before.findNumber(EXPIRES).equals(after.findNumber(EXPIRES))
                && !before.findNumber(WARNED).equals(after.findNumber(WARNED));
        return after.findNumber(WARNED)
                .filter(_ -> stepTaken)
                .map(ExpiryStep::at)
                .filter(ExpiryStep::isWarning)
                .map(step -> expiring("LayerExpiring", record, key, after)
                        .with("daysLeft", step.daysLeft())
                        .build());
    }

    private static Optional<DomainEvent> postponed(StreamRecord record, LayerKey key, Item before, Item after) {
        return after.findText(POSTPONED)
                .filter(time -> !before.findText(POSTPONED).equals(Optional.of(time)))
                .map(_ -> caused(expiring("LayerExpiryPostponed", record, key, after), after));
    }

    private static DomainEvent held(StreamRecord record, LayerKey key, Item row) {
        return expiring("LayerHeld", record, key, row)
                .with("until", row.findNumber(HELD_UNTIL).map(LayerStreamHandler::time))
                .actor(row.findActor(HELD_ACTOR))
                .reason(row.findText(HELD_REASON))
                .build();
    }

    /** Starts the event of a version with its expiry, if it has one. */
    private static DomainEvent.Builder expiring(String type, StreamRecord record, LayerKey key, Item row) {
        return LayerEvents.event(type, record, key)
                .with("arn", row.text(ARN))
                .with("expiresAt", row.findNumber(EXPIRES).map(LayerStreamHandler::time));
    }

    private static String time(long seconds) {
        return Times.format(Times.ofEpochSecond(seconds));
    }

    private static DomainEvent caused(DomainEvent.Builder event, Item row) {
        return event.actor(row.findActor(ACTOR)).reason(row.findText(REASON)).build();
    }
}
