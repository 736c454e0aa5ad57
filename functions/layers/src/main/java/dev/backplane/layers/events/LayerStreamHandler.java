package dev.backplane.layers.events;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import java.time.Instant;
import java.util.Optional;

/** Tells what happens to layers. */
public final class LayerStreamHandler extends EventForwarder {

    public LayerStreamHandler() {
        this(Platform.lambda());
    }

    public LayerStreamHandler(Platform platform) {
        super(platform, LayerEvents.SERVICE);
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        if (!LayerKey.isVersion(record.key("pk"), record.key("sk"))) {
            return Optional.empty();
        }
        LayerKey key = LayerKey.parse(record.key("pk"), record.key("sk"));
        Optional<DeployStatus> before = record.findOldText("dplySts").map(DeployStatus::parse);
        Optional<DeployStatus> after = record.findNewText("dplySts").map(DeployStatus::parse);
        return switch (record.eventName()) {
            case "INSERT" -> inserted(record, key, after);
            case "MODIFY" -> modified(record, key, before, after);
            // The end of a row is not the end of its layer; the tombstone tells that.
            default -> Optional.empty();
        };
    }

    private static Optional<DomainEvent> inserted(StreamRecord record, LayerKey key, Optional<DeployStatus> status) {
        if (status.isEmpty()) {
            return deleted(record, key);
        }
        return status.filter(word -> word == DeployStatus.LATEST)
                .map(_ -> LayerEvents.event(
                        "LayerRegistered",
                        record,
                        key,
                        "packageVersion",
                        record.newText("pckgVrsn"),
                        "arn",
                        record.newText("arn")));
    }

    private static Optional<DomainEvent> deleted(StreamRecord record, LayerKey key) {
        return record.findNewText("dltdDt")
                .map(deleted -> LayerEvents.event(
                        "LayerDeleted", record, key, "arn", record.newText("arn"), "deletedDateTime", deleted));
    }

    private static Optional<DomainEvent> modified(
            StreamRecord record, LayerKey key, Optional<DeployStatus> before, Optional<DeployStatus> after) {
        if (record.findOldText("dltdDt").isEmpty()
                && record.findNewText("dltdDt").isPresent()) {
            // The tombstone took the place of a note that the deletion was given up.
            return deleted(record, key);
        }
        boolean deprecated =
                before.equals(Optional.of(DeployStatus.LATEST)) && after.equals(Optional.of(DeployStatus.DEPRECATED));
        return deprecated
                ? Optional.of(LayerEvents.event(
                        "LayerDeprecated",
                        record,
                        key,
                        "arn",
                        record.newText("arn"),
                        "expiryDate",
                        Times.format(Instant.ofEpochSecond(record.newNumber("exDt")))))
                : Optional.empty();
    }
}
