package dev.backplane.layers.store;

import dev.backplane.platform.InvalidValueException;

/** The number of a version in keys and cursors: from 1, without leading zeros. */
public final class VersionNumber {

    private VersionNumber() {}

    /**
     * Parses a number.
     *
     * @throws InvalidValueException if the text is not a valid number
     */
    public static long parse(String text) {
        if (!text.matches("[1-9][0-9]{0,17}")) {
            throw new InvalidValueException("not a version number: " + text);
        }
        return Long.parseLong(text);
    }
}
