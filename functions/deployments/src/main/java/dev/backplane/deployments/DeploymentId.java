package dev.backplane.deployments;

import dev.backplane.platform.InvalidValueException;
import java.util.regex.Pattern;

/** The id of a deployment; it contains no dot, which distinguishes it from an alias. */
public record DeploymentId(String value) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    /**
     * Parses an id.
     *
     * @throws InvalidValueException if the text is not a valid id
     */
    public static DeploymentId parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new InvalidValueException(
                    "must be 1 to 64 letters, digits, hyphens and underscores, and begin with a letter or digit");
        }
        return new DeploymentId(text);
    }

    @Override
    public String toString() {
        return value;
    }
}
