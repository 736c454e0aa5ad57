package dev.backplane.tenants;

import dev.backplane.platform.InvalidValueException;
import java.util.regex.Pattern;

/** The id of a tenant, short enough to be part of the names of stacks, queues and runs. */
public record TenantId(String value) {

    public static final int MAX_LENGTH = 46;

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,45}");

    /**
     * Parses an id.
     *
     * @throws InvalidValueException if the text is not a valid id, with a message for the caller
     */
    public static TenantId parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new InvalidValueException("must be 1 to 46 letters, digits and hyphens, and not begin with a hyphen");
        }
        return new TenantId(text);
    }

    @Override
    public String toString() {
        return value;
    }
}
