package dev.backplane.platform.json;

import io.avaje.json.JsonWriter;
import io.avaje.jsonb.Jsonb;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and writes records by the code that was generated for them. */
public final class Json {

    private static final Jsonb JSONB =
            Jsonb.builder().add(String.class, new TextAdapter().nullSafe()).build();

    private Json() {}

    /** Reads a record from a source that is known to send it well formed. */
    public static <T> T read(Class<T> type, byte[] json) {
        return JSONB.type(type).fromJson(json);
    }

    /** Prints a record; members without a value are left out. */
    public static String write(Object value) {
        return JSONB.toJson(value);
    }

    /** Prints a record; members without a value are null. */
    public static String writeWithNulls(Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonWriter writer = JSONB.writer(out)) {
            writer.serializeNulls(true);
            JSONB.toJson(value, writer);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Prints a record as UTF-8. */
    public static byte[] writeBytes(Object value) {
        return JSONB.toJsonBytes(value);
    }

    /**
     * Prints a record and further members whose values are JSON already, character for character.
     *
     * <p>The library's own support for raw values cuts characters to bytes and drops a null.
     */
    public static String write(Object value, Map<String, String> rawMembers) {
        StringBuilder out = new StringBuilder(write(value));
        out.setLength(out.length() - 1);
        rawMembers.forEach((name, json) -> {
            out.append(',');
            JsonPrinter.printText(name, out);
            out.append(':').append(json);
        });
        return out.append('}').toString();
    }

    /** Prints a text in quotes. */
    public static void writeText(String text, StringBuilder out) {
        JsonPrinter.printText(text, out);
    }

    /** Prints a page of a list. */
    public static <T> String writePage(Class<T> type, List<T> items, Optional<String> next) {
        return page(JSONB.type(type).list().toJson(items), next);
    }

    /** Prints a page of a list whose items are JSON already. */
    public static String writePage(List<String> items, Optional<String> next) {
        return page('[' + String.join(",", items) + ']', next);
    }

    private static String page(String items, Optional<String> next) {
        StringBuilder out = new StringBuilder("{\"items\":").append(items).append(",\"next\":");
        next.ifPresentOrElse(cursor -> JsonPrinter.printText(cursor, out), () -> out.append("null"));
        return out.append('}').toString();
    }
}
