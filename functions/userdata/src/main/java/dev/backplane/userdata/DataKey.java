package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import java.nio.charset.StandardCharsets;

/** The key of a user's value. */
public record DataKey(String value) {

    /**
     * Parses a key.
     *
     * @throws InvalidValueException if the text is not a valid key, with a message for the caller
     */
    public static DataKey parse(String text) {
        return new DataKey(AppName.check(text));
    }

    /**
     * Parses a prefix of keys, which is empty or a valid key.
     *
     * @throws InvalidValueException if no key can start with it, with a message for the caller
     */
    public static String parsePrefix(String text) {
        return text.isEmpty() ? text : AppName.check(text);
    }

    /** Returns the size of a value with this key: the bytes of both. */
    public long sizeWith(long valueBytes) {
        return value.getBytes(StandardCharsets.UTF_8).length + valueBytes;
    }

    @Override
    public String toString() {
        return value;
    }
}
