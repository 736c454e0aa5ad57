package dev.backplane.platform.streams;

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

    /** An attribute of one of the types that the suite streams. */
    public record Attribute(
            @Json.Property("S") @Nullable String text,
            @Json.Property("N") @Nullable String number,
            @Json.Property("BOOL") @Nullable Boolean bool) {}

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
        String text = attribute == null ? null : attribute.text();
        if (text == null) {
            throw new IllegalArgumentException("stream record without " + name);
        }
        return text;
    }
}
