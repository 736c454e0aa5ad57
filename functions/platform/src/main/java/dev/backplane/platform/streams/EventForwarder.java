package dev.backplane.platform.streams;

import dev.backplane.platform.Platform;
import dev.backplane.platform.events.Change;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.events.Published;
import dev.backplane.platform.log.Invocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The base of functions that turn the changes of a table into domain events. */
public abstract class EventForwarder extends StreamHandler {

    private final EventPublisher events;

    protected EventForwarder(Platform platform, String service) {
        super(platform, service);
        this.events = platform.events();
    }

    /** Returns what a change means, or empty when it means nothing to others. */
    protected abstract Optional<DomainEvent> eventOf(StreamRecord record);

    /** Says whether the bus takes an event of that size. */
    protected final boolean fits(DomainEvent event) {
        return events.fits(event);
    }

    @Override
    protected final Optional<StreamRecord> handle(List<StreamRecord> records, Invocation invocation) {
        List<StreamRecord> sources = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        for (StreamRecord record : records) {
            try {
                eventOf(record).ifPresent(event -> {
                    if (!fits(event)) {
                        throw new IllegalArgumentException("an event that is too large for the bus");
                    }
                    changes.add(new Change(record.keys(), event));
                    sources.add(record);
                });
            } catch (RuntimeException e) {
                // What a record means, and how large that is, follows from the record alone: it would fail again.
                setAside(record, e, invocation);
            }
        }
        Published published = events.publish(changes);
        published.failure().ifPresent(invocation::failed);
        invocation.note("events", changes.size() - published.missing().size());
        return published.missing().isEmpty()
                ? Optional.empty()
                : Optional.of(sources.get(published.missing().first()));
    }
}
