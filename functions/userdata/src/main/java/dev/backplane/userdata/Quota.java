package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;

/** Reads quotas. */
public final class Quota {

    private Quota() {}

    /**
     * Parses a number of bytes from 1 to a maximum.
     *
     * @throws InvalidValueException if the text is not a valid number, with a message for the caller
     */
    public static long parse(JsonValue value, long maximum) {
        if (value instanceof Num(String literal) && literal.matches("[1-9][0-9]{0,17}")) {
            long bytes = Long.parseLong(literal);
            if (bytes <= maximum) {
                return bytes;
            }
        }
        throw new InvalidValueException("must be a whole number from 1 to " + maximum);
    }
}
