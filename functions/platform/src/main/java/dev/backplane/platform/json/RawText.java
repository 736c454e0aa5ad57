package dev.backplane.platform.json;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Strings in record members that are declared raw.
 *
 * <p>The JSON library rejects strings of more than 50,000 characters, except in raw members. Members that can be longer
 * are raw and are read here.
 */
public final class RawText {

    private RawText() {}

    /** Returns the string of a raw member; empty if it is absent or not a string. */
    public static Optional<String> read(@Nullable String raw) {
        if (raw == null) {
            return Optional.empty();
        }
        try {
            return JsonValue.parse(raw) instanceof JsonValue.Text(String text) ? Optional.of(text) : Optional.empty();
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("the raw member is not JSON", e);
        }
    }
}
