package dev.backplane.deployments.events;

import dev.backplane.deployments.store.AliasKey;
import dev.backplane.platform.Platform;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import java.util.Optional;

/** Tells what happens to aliases, from their slim rows alone: the other row changes with each of them. */
public final class AliasStreamHandler extends EventForwarder {

    public AliasStreamHandler() {
        this(Platform.lambda());
    }

    public AliasStreamHandler(Platform platform) {
        super(platform, DeploymentEvents.SERVICE);
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        if (!record.key("PK").equals(AliasKey.ROUTES)) {
            return Optional.empty();
        }
        String id = AliasKey.parse(record.key("SK")).id().toString();
        return switch (record.eventName()) {
            case "INSERT" ->
                Optional.of(DeploymentEvents.event(
                        "AliasCreated", record, "id", id, "deployment", record.newText("DeploymentId")));
            case "REMOVE" ->
                Optional.of(DeploymentEvents.event(
                        "AliasDeleted", record, "id", id, "deployment", record.oldText("DeploymentId")));
            default -> move(record, id);
        };
    }

    private static Optional<DomainEvent> move(StreamRecord record, String id) {
        String from = record.oldText("DeploymentId");
        String to = record.newText("DeploymentId");
        return from.equals(to)
                ? Optional.empty()
                : Optional.of(DeploymentEvents.event("AliasMoved", record, "id", id, "from", from, "to", to));
    }
}
