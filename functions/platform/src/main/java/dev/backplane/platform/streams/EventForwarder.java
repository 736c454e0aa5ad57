package dev.backplane.platform.streams;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.events.KeyedEvent;
import dev.backplane.platform.events.Published;
import dev.backplane.platform.log.Invocation;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** The base class of functions that convert table changes to domain events. */
public abstract class EventForwarder extends StreamHandler {

    private final EventPublisher events;
    private final Clock clock;
    private final AtomicLong lastMillis = new AtomicLong();

    protected EventForwarder(Platform platform, String service) {
        super(platform, service);
        this.events = platform.events();
        this.clock = platform.clock();
    }

    /**
     * Returns the event for a change; empty if the change has none.
     *
     * @throws InvalidValueException if the record cannot be read; it is skipped
     */
    protected abstract Optional<DomainEvent> eventOf(StreamRecord record);

    /** Returns whether an event is within EventBridge's size limit. */
    protected final boolean fits(DomainEvent event) {
        return events.fits(event);
    }

    @Override
    protected final Optional<StreamRecord> handle(List<StreamRecord> records, Invocation invocation) {
        List<StreamRecord> sources = new ArrayList<>();
        List<KeyedEvent> found = new ArrayList<>();
        Optional<StreamRecord> failed = Optional.empty();
        for (int next = 0; next < records.size() && failed.isEmpty(); next++) {
            StreamRecord record = records.get(next);
            try {
                eventOf(record).ifPresent(event -> {
                    found.add(new KeyedEvent(record.keys(), fitting(timed(event))));
                    sources.add(record);
                });
            } catch (InvalidValueException e) {
                skip(record, e, invocation);
            } catch (RuntimeException e) {
                invocation.failed(e);
                failed = Optional.of(record);
            }
        }
        Published published = events.publish(found);
        published.failure().ifPresent(invocation::failed);
        invocation.note("events", found.size() - published.missing().size());
        return published.missing().isEmpty()
                ? failed
                : Optional.of(sources.get(published.missing().first()));
    }

    /** Adds a later time to each domain event than to the one before, so that consumers can sort them. */
    private DomainEvent timed(DomainEvent event) {
        if (!event.detail().members().containsKey(DomainEvent.EVENT_ID)) {
            return event;
        }
        long now = clock.millis();
        return event.publishedAt(Instant.ofEpochMilli(lastMillis.updateAndGet(last -> Math.max(last + 1, now))));
    }

    private DomainEvent fitting(DomainEvent event) {
        if (!fits(event)) {
            throw new InvalidValueException("the event is too large for EventBridge");
        }
        return event;
    }
}
