package dev.backplane.activity.events;

import dev.backplane.activity.PublishedEvent;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import io.avaje.jsonb.Json;
import java.time.DateTimeException;
import org.jspecify.annotations.Nullable;

/**
 * The part of EventBridge's envelope that is recorded.
 *
 * @param detail as JSON, because it can be long
 */
@Json
record BusMessage(
        @Nullable String id,
        @Nullable String source,
        @Json.Property("detail-type") @Nullable String type,
        @Nullable String time,
        @Json.Raw @Nullable String detail) {

    PublishedEvent event() {
        if (id == null || source == null || type == null || time == null || detail == null) {
            throw new InvalidValueException("not an event of EventBridge");
        }
        try {
            if (JsonValue.parse(detail) instanceof Obj object) {
                return new PublishedEvent(id, source, type, Times.parseAnyForm(time), object);
            }
            throw new InvalidValueException("event whose detail is not an object");
        } catch (JsonSyntaxException | DateTimeException e) {
            throw new InvalidValueException("not an event of EventBridge", e);
        }
    }
}
