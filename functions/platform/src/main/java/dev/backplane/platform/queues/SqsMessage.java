package dev.backplane.platform.queues;

import dev.backplane.platform.json.RawText;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * One message of a queue.
 *
 * @param raw the body as JSON, because it can be long
 */
@Json
public record SqsMessage(
        String messageId,
        @Json.Property("body") @Json.Raw String raw,
        @Nullable Attributes attributes) {

    /** What the queue itself knows about a message; numbers are texts. */
    public record Attributes(
            @Json.Property("ApproximateReceiveCount") @Nullable String approximateReceiveCount) {}

    /** Returns the text that was sent. */
    public String body() {
        return RawText.read(raw).orElseThrow(() -> new IllegalArgumentException("message without a body"));
    }

    /** Returns how often the message was delivered, this time included. */
    public int receives() {
        String count = attributes == null ? null : attributes.approximateReceiveCount();
        return count == null ? 1 : Integer.parseInt(count);
    }
}
