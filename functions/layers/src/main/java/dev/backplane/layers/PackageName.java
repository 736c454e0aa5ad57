package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.util.Locale;
import java.util.regex.Pattern;

/** The name of a package, in lower case. */
public record PackageName(String value) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /**
     * Parses a name in any case.
     *
     * @throws InvalidValueException if the text is not a valid name, with a message for the caller
     */
    public static PackageName parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new InvalidValueException(
                    "must be 1 to 100 letters, digits, dots, underscores or hyphens, and begin with a letter or digit");
        }
        return new PackageName(text.toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return value;
    }
}
