package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import java.util.Set;

/** The name of an app. */
public record AppName(String value) {

    /** The name under which created content is stored in the tables of apps. */
    public static final AppName CONTENT = new AppName("hmh");

    private static final Set<String> RESERVED = Set.of(CONTENT.value, "cb");

    /**
     * Parses a name, reserved or not.
     *
     * @throws InvalidValueException if the text is not a valid name, with a message for the caller
     */
    public static AppName parse(String text) {
        return new AppName(Names.check(text));
    }

    /** Returns whether this name is reserved for data that does not belong to an app. */
    public boolean isReserved() {
        return RESERVED.contains(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
