package dev.backplane.platform.json;

import io.avaje.jsonb.Jsonb;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes records by the code that was generated for them. */
public final class Json {

    private static final Jsonb JSONB = Jsonb.builder().build();

    private Json() {}

    /** Reads a record from a source that is known to send it well formed. */
    public static <T> T read(Class<T> type, byte[] json) {
        return JSONB.type(type).fromJson(json);
    }

    /**
     * Returns the text of a member that was read raw, or empty when there was none.
     *
     * <p>The decoder of the JSON library refuses texts of more than 50,000 characters. Members that may be longer are
     * declared raw, which it reads at any length.
     */
    public static Optional<String> text(@Nullable String raw) {
        if (raw == null) {
            return Optional.empty();
        }
        try {
            return JsonValue.parse(raw) instanceof JsonValue.Text(String text) ? Optional.of(text) : Optional.empty();
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException("a raw member is always JSON", e);
        }
    }

    /** Prints a record; members without a value are left out. */
    public static String write(Object value) {
        return JSONB.toJson(value);
    }

    /** Prints a page of a list. */
    public static <T> String writePage(Class<T> type, List<T> items, Optional<String> next) {
        StringBuilder out = new StringBuilder("{\"items\":");
        out.append(JSONB.type(type).list().toJson(items)).append(",\"next\":");
        next.ifPresentOrElse(cursor -> JsonPrinter.printText(cursor, out), () -> out.append("null"));
        return out.append('}').toString();
    }
}
