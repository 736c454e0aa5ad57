package dev.backplane.platform.queues;

import dev.backplane.platform.json.RawText;
import io.avaje.jsonb.Json;

/**
 * One message of a queue.
 *
 * @param raw the body as JSON, because it can be long
 */
@Json
public record SqsMessage(
        String messageId, @Json.Property("body") @Json.Raw String raw) {

    /** Returns the text that was sent. */
    public String body() {
        return RawText.read(raw).orElseThrow(() -> new IllegalArgumentException("message without a body"));
    }
}
