package dev.backplane.platform.json;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Texts in records that are declared raw.
 *
 * <p>The decoder of the JSON library refuses texts of more than 50,000 characters, except for raw members, which it
 * passes on as they stand. So whatever may be longer is raw and read here.
 */
public final class RawText {

    private RawText() {}

    /** Returns the text of a raw member, or empty when it is absent or of another kind. */
    public static Optional<String> read(@Nullable String raw) {
        if (raw == null) {
            return Optional.empty();
        }
        try {
            return JsonValue.parse(raw) instanceof JsonValue.Text(String text) ? Optional.of(text) : Optional.empty();
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("not JSON where JSON was to be", e);
        }
    }
}
