package dev.backplane.platform.queues;

import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * One message of a queue.
 *
 * @param raw the body as JSON, because it can exceed the decoder's limit for strings
 */
@Json
public record SqsMessage(
        String messageId,
        @Json.Property("body") @Json.Raw String raw,
        @Nullable Attributes attributes) {

    /** The system attributes of a message; numbers are strings. */
    public record Attributes(
            @Json.Property("ApproximateReceiveCount") @Nullable String approximateReceiveCount) {}

    /** Returns the body. */
    public String body() {
        return dev.backplane.platform.json.Json.readRawText(raw)
                .orElseThrow(() -> new IllegalArgumentException("message without a body"));
    }

    /** Returns the number of deliveries, including this one. */
    public int receives() {
        String count = attributes == null ? null : attributes.approximateReceiveCount();
        return count == null ? 1 : Integer.parseInt(count);
    }
}
