package dev.backplane.pool.events;

import static dev.backplane.pool.store.Attributes.ACTOR;
import static dev.backplane.pool.store.Attributes.ENDED;
import static dev.backplane.pool.store.Attributes.MESSAGE;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.CleanupRecords;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The events of attempts to clean accounts. */
final class CleanupEvents {

    private CleanupEvents() {}

    /** Returns the event of the attempt that has ended; each write of the item changes one attempt. */
    static Optional<DomainEvent> of(String id, StreamRecord record, Optional<Item> before, Optional<Item> after) {
        Set<String> published = before.map(CleanupEvents::ended).orElse(Set.of());
        return after.map(CleanupRecords::entries).orElse(List.of()).stream()
                .filter(entry -> isEnded(entry) && !published.contains(entry.text(CleanupRecords.ATTEMPT)))
                .findFirst()
                .map(entry -> event(id, record, entry));
    }

    private static DomainEvent event(String id, StreamRecord record, Item entry) {
        String type = entry.flag(CleanupRecords.SUCCEEDED) ? "CleanupSucceeded" : "CleanupFailed";
        return record.event(PoolSettings.SERVICE, type)
                .with("accountId", id)
                .with("attemptId", entry.text(CleanupRecords.ATTEMPT))
                .with("attempt", entry.number(CleanupRecords.NUMBER))
                .with("startedAt", entry.text(CleanupRecords.STARTED))
                .with("endedAt", entry.text(ENDED))
                .with("message", entry.findText(MESSAGE))
                .with("buildId", entry.findText(CleanupRecords.BUILD))
                .with("logUrl", entry.findText(CleanupRecords.LOG))
                .actor(entry.findActor(ACTOR))
                .build();
    }

    private static Set<String> ended(Item item) {
        return CleanupRecords.entries(item).stream()
                .filter(CleanupEvents::isEnded)
                .flatMap(entry -> entry.findText(CleanupRecords.ATTEMPT).stream())
                .collect(Collectors.toSet());
    }

    private static boolean isEnded(Item entry) {
        return entry.findText(ENDED).isPresent();
    }
}
