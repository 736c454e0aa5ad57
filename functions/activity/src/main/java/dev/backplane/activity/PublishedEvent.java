package dev.backplane.activity;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
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

    /** Returns what is known about the event apart from its content. */
    EntryId entryId() {
        return new EntryId(service(), type, text("eventId").orElse(id));
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
    Optional<String> text(String name) {
        return detail.members().get(name) instanceof Text(String text) && !text.isEmpty()
                ? Optional.of(text)
                : Optional.empty();
    }
}
