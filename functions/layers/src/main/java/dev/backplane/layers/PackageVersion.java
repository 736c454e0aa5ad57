package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.util.regex.Pattern;

/** The version that a package's authors gave it; it differs from the numbers of the registry. */
public record PackageVersion(String value) {

    // Allows the usual version schemes, and no text that a spreadsheet would evaluate.
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.+!_~-]{0,99}");

    /**
     * Parses a version.
     *
     * @throws InvalidValueException if the text is not a valid version, with a message for the caller
     */
    public static PackageVersion parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new InvalidValueException(
                    "must be 1 to 100 letters, digits or . + ! _ ~ -, and begin with a letter or digit");
        }
        return new PackageVersion(text);
    }

    @Override
    public String toString() {
        return value;
    }
}
