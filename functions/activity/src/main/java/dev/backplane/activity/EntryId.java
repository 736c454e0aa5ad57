package dev.backplane.activity;

import dev.backplane.platform.InvalidValueException;
import java.nio.charset.StandardCharsets;

/**
 * What identifies an event among all events; a repeated delivery or publication has the same.
 *
 * @param eventId {@code detail.eventId}, or the bus's id when the event has none
 */
public record EntryId(String service, String type, String eventId) {

    /** With a time before it, the id is part of a sort key, for which DynamoDB allows 1,024 bytes. */
    private static final int MAX_BYTES = 900;

    public EntryId {
        if (type.isEmpty() || eventId.isEmpty()) {
            throw new InvalidValueException("event without a type or an id");
        }
        if (toText(service, type, eventId).getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new InvalidValueException("event whose id is longer than " + MAX_BYTES + " bytes");
        }
    }

    boolean isOf(String otherService, String otherType) {
        return service.equals(otherService) && type.equals(otherType);
    }

    private static String toText(String service, String type, String eventId) {
        return service + "#" + type + "#" + eventId;
    }

    @Override
    public String toString() {
        return toText(service, type, eventId);
    }
}
