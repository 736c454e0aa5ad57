package dev.backplane.userdata;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A value: compact JSON, or bytes with their content type. The bytes must not be changed afterwards. */
public final class Payload {

    /** The maximum size of a value. */
    public static final int MAX_BYTES = 256 * 1024;

    private final byte[] bytes;
    private final Optional<String> contentType;

    private Payload(byte[] bytes, Optional<String> contentType) {
        this.bytes = bytes;
        this.contentType = contentType;
    }

    public static Payload json(JsonValue value) {
        return json(value.compact());
    }

    /** Takes compact JSON. */
    public static Payload json(String compact) {
        return new Payload(compact.getBytes(StandardCharsets.UTF_8), Optional.empty());
    }

    public static Payload blob(byte[] bytes, String contentType) {
        return new Payload(bytes, Optional.of(contentType));
    }

    /** Takes a stored value: JSON, unless it has a content type. */
    public static Payload stored(byte[] bytes, Optional<String> contentType) {
        return new Payload(bytes, contentType);
    }

    public byte[] bytes() {
        return bytes;
    }

    /** Returns the content type of a blob; JSON has none. */
    public Optional<String> contentType() {
        return contentType;
    }

    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Parses a value that is JSON. */
    public JsonValue toJson() {
        try {
            return JsonValue.parse(text());
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException("a stored value is not JSON", e);
        }
    }

    public boolean isTooLarge() {
        return bytes.length > MAX_BYTES;
    }
}
