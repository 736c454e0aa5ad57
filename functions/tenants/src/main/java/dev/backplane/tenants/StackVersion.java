package dev.backplane.tenants;

import dev.backplane.platform.InvalidValueException;
import java.util.regex.Pattern;

/** A version of the tenant stack definition, such as {@code 0.3.1}. */
public record StackVersion(String value) {

    private static final Pattern FORM = Pattern.compile("[0-9]{1,4}(\\.[0-9]{1,4}){1,2}");

    /**
     * Parses a version.
     *
     * @throws InvalidValueException if the text is not a valid version, with a message for the caller
     */
    public static StackVersion parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new InvalidValueException("must be a version, such as 1.0.0");
        }
        return new StackVersion(text);
    }

    /** Returns the version for the name of a run, which must not contain dots. */
    String dashed() {
        return value.replace('.', '-');
    }

    @Override
    public String toString() {
        return value;
    }
}
