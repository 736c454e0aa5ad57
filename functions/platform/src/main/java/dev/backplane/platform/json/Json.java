package dev.backplane.platform.json;

import io.avaje.jsonb.Jsonb;
import java.util.List;
import java.util.Optional;

/** Reads and writes records by the code that was generated for them. */
public final class Json {

    private static final Jsonb JSONB = Jsonb.builder().build();

    private Json() {}

    /** Reads a record from a source that is known to send it well formed. */
    public static <T> T read(Class<T> type, byte[] json) {
        return JSONB.type(type).fromJson(json);
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
