package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import java.nio.charset.StandardCharsets;

/** A key that a user's value is kept under. */
public record DataKey(String value) {

    /**
     * Reads a key.
     *
     * @throws InvalidValueException when it is none, with a message for the caller
     */
    public static DataKey parse(String text) {
        return new DataKey(Names.check(text));
    }

    /**
     * Reads the beginning of keys, which is a key itself or empty.
     *
     * @throws InvalidValueException when no key begins with it, with a message for the caller
     */
    public static String parsePrefix(String text) {
        return text.isEmpty() ? text : Names.check(text);
    }

    /** Returns what a value of so many bytes counts under this key. */
    public long sizeWith(long valueBytes) {
        return value.getBytes(StandardCharsets.UTF_8).length + valueBytes;
    }

    @Override
    public String toString() {
        return value;
    }
}
