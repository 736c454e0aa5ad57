package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import java.util.Set;
import java.util.regex.Pattern;

/** The name of an app. */
public record AppName(String value) {

    /** The name under which created content is stored in the tables of apps. */
    public static final AppName CONTENT = new AppName("hmh");

    // No number sign, because it separates the parts of stored keys.
    private static final Pattern SYNTAX = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,254}");

    private static final Set<String> RESERVED = Set.of(CONTENT.value, "cb");

    /**
     * Parses a name, reserved or not.
     *
     * @throws InvalidValueException if the text is not a valid name, with a message for the caller
     */
    public static AppName parse(String text) {
        return new AppName(check(text));
    }

    /** Checks the syntax, which app names and keys share. */
    static String check(String text) {
        if (!SYNTAX.matcher(text).matches()) {
            throw new InvalidValueException("must be 1 to 255 letters, digits, dots, underscores and hyphens, and begin"
                    + " with a letter or digit");
        }
        return text;
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
