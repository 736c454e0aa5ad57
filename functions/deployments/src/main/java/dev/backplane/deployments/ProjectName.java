package dev.backplane.deployments;

import dev.backplane.platform.InvalidValueException;
import java.util.regex.Pattern;

/** The name of a project, which groups deployments. */
public record ProjectName(String value) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /**
     * Parses a name.
     *
     * @throws InvalidValueException if the text is not a valid name
     */
    public static ProjectName parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new InvalidValueException("must be 1 to 100 letters, digits, dots, hyphens and underscores, and begin"
                    + " with a letter or digit");
        }
        return new ProjectName(text);
    }

    @Override
    public String toString() {
        return value;
    }
}
