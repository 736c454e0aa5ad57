package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import java.util.regex.Pattern;

/** The syntax of app names and keys; they have no number sign, because it separates the parts of stored keys. */
final class Names {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,254}");
    private static final String MESSAGE =
            "must be 1 to 255 letters, digits, dots, underscores and hyphens, and begin with a letter or digit";

    private Names() {}

    static String check(String text) {
        if (!NAME.matcher(text).matches()) {
            throw new InvalidValueException(MESSAGE);
        }
        return text;
    }
}
