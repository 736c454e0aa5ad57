package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import java.util.regex.Pattern;

/** The id of an upload, and of the object that it creates: 32 hexadecimal characters. */
public record UploadId(String value) {

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");

    /**
     * Parses an id.
     *
     * @throws InvalidValueException if the text is not an id, with a message for the caller
     */
    public static UploadId parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new InvalidValueException("must be the id of an upload");
        }
        return new UploadId(text);
    }

    @Override
    public String toString() {
        return value;
    }
}
