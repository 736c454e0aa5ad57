package dev.backplane.platform.json;

import io.avaje.json.JsonWriter;
import io.avaje.jsonb.Jsonb;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and writes records with generated code. */
public final class Json {

    private static final Jsonb JSONB =
            Jsonb.builder().add(String.class, new TextAdapter().nullSafe()).build();

    private Json() {}

    /** Reads a record from a trusted source. */
    public static <T> T read(Class<T> type, byte[] json) {
        return JSONB.type(type).fromJson(json);
    }

    /** Writes a record; absent members are left out. */
    public static String write(Object value) {
        return JSONB.toJson(value);
    }

    /** Writes a record; absent members are null. */
    public static String writeWithNulls(Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonWriter writer = JSONB.writer(out)) {
            writer.serializeNulls(true);
            JSONB.toJson(value, writer);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Writes a record as UTF-8. */
    public static byte[] writeBytes(Object value) {
        return JSONB.toJsonBytes(value);
    }

    /**
     * Writes a record with additional members that are already JSON.
     *
     * <p>The library's own support for raw values truncates characters to bytes and drops null.
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

    /** Writes a quoted string. */
    public static void writeText(String text, StringBuilder out) {
        JsonPrinter.printText(text, out);
    }

    /** Writes a page of a list. */
    public static <T> String writePage(Class<T> type, List<T> items, Optional<String> next) {
        return page(JSONB.type(type).list().toJson(items), next);
    }

    /** Writes a page of a list whose items are already JSON. */
    public static String writePage(List<String> items, Optional<String> next) {
        return page('[' + String.join(",", items) + ']', next);
    }

    private static String page(String items, Optional<String> next) {
        StringBuilder out = new StringBuilder("{\"items\":").append(items).append(",\"next\":");
        next.ifPresentOrElse(cursor -> JsonPrinter.printText(cursor, out), () -> out.append("null"));
        return out.append('}').toString();
    }
}
