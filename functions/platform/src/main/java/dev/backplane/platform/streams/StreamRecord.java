package dev.backplane.platform.streams;

import dev.backplane.platform.json.RawText;
import io.avaje.jsonb.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One change of one item, as a DynamoDB stream tells it. */
@Json
public record StreamRecord(@Json.Property("eventID") String eventId, String eventName, Change dynamodb) {

    /** The change itself. */
    public record Change(
            @Json.Property("SequenceNumber") String sequenceNumber,
            @Json.Property("Keys") Map<String, Attribute> keys,
            @Json.Property("OldImage") @Nullable Map<String, Attribute> oldImage,
            @Json.Property("NewImage") @Nullable Map<String, Attribute> newImage) {}

    /**
     * An attribute, of which the suite reads texts alone.
     *
     * @param raw the text as JSON, because it can be as long as an item
     */
    public record Attribute(
            @Json.Property("S") @Json.Raw @Nullable String raw) {}

    /** Returns a text of the key. */
    public String key(String name) {
        return text(dynamodb.keys, name);
    }

    /** Returns a text of the item as it was, which must have it. */
    public String oldText(String name) {
        return text(dynamodb.oldImage, name);
    }

    /** Returns a text of the item as it is, which must have it. */
    public String newText(String name) {
        return text(dynamodb.newImage, name);
    }

    private static String text(@Nullable Map<String, Attribute> image, String name) {
        Attribute attribute = image == null ? null : image.get(name);
        return RawText.read(attribute == null ? null : attribute.raw())
                .orElseThrow(() -> new IllegalArgumentException("stream record without " + name));
    }
}
