package dev.backplane.activity;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An event as the bus delivers it.
 *
 * @param id the bus's id of the event; a repeated publication has another one
 * @param source such as {@code backplane.deployments}
 * @param time when it was published, to the second
 */
public record PublishedEvent(String id, String source, String type, Instant time, Obj detail) {

    private static final String PREFIX = "backplane.";
    private static final Pattern SERVICE = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    // A publisher's clock may differ from EventBridge's, and it may publish again after a failure.
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    /** Returns what is known about the event apart from its content. */
    EntryId entryId() {
        return new EntryId(service(), type, text(DomainEvent.EVENT_ID).orElse(id));
    }

    /** Returns when the event was published, to the millisecond if its publisher tells a plausible time. */
    Instant at() {
        return text(DomainEvent.PUBLISHED_AT)
                .flatMap(PublishedEvent::parsed)
                .filter(told -> Duration.between(time, told).abs().compareTo(TOLERANCE) <= 0)
                .orElse(time);
    }

    private static Optional<Instant> parsed(String time) {
        try {
            return Optional.of(Times.parse(time));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    private String service() {
        String service = source.startsWith(PREFIX) ? source.substring(PREFIX.length()) : "";
        if (!isService(service)) {
            throw new InvalidValueException("event of another source: " + source);
        }
        return service;
    }

    /** Returns whether a text can be the name of a service. */
    static boolean isService(String text) {
        return SERVICE.matcher(text).matches();
    }

    /** Returns a text of the detail. */
    public Optional<String> text(String name) {
        return detail.members().get(name) instanceof Text(String text) && !text.isEmpty()
                ? Optional.of(text)
                : Optional.empty();
    }
}
