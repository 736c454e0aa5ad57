package dev.backplane.deployments.events;

import dev.backplane.platform.Platform;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import java.util.Optional;

/** Tells what happens to deployments. */
public final class DeploymentStreamHandler extends EventForwarder {

    public DeploymentStreamHandler() {
        this(Platform.lambda());
    }

    public DeploymentStreamHandler(Platform platform) {
        super(platform, DeploymentEvents.SERVICE);
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        return switch (record.eventName()) {
            case "INSERT" ->
                Optional.of(DeploymentEvents.event("DeploymentCreated", record, "id", record.newText("DeploymentId")));
            case "REMOVE" ->
                Optional.of(DeploymentEvents.event("DeploymentDeleted", record, "id", record.oldText("DeploymentId")));
            default -> statusChange(record);
        };
    }

    private static Optional<DomainEvent> statusChange(StreamRecord record) {
        String from = record.oldText("Status");
        String to = record.newText("Status");
        return from.equals(to)
                ? Optional.empty()
                : Optional.of(DeploymentEvents.event(
                        "DeploymentStatusChanged",
                        record,
                        "id",
                        record.newText("DeploymentId"),
                        "from",
                        from,
                        "to",
                        to));
    }
}
