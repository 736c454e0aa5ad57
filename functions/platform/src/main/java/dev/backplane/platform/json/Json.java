package dev.backplane.platform.json;

import io.avaje.json.JsonAdapter;
import io.avaje.json.JsonReader;
import io.avaje.json.JsonWriter;
import io.avaje.jsonb.Jsonb;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes records with generated code, and writes strings. */
public final class Json {

    private static final Jsonb JSONB =
            Jsonb.builder().add(String.class, new TextAdapter().nullSafe()).build();

    private static final HexFormat HEX = HexFormat.of();

    private Json() {}

    /** Reads a record from a trusted source. */
    public static <T> T read(Class<T> type, byte[] json) {
        return JSONB.type(type).fromJson(json);
    }

    /**
     * Returns the string of a member that is declared raw; empty if it is absent or not a string.
     *
     * <p>The JSON library rejects strings of more than 50,000 characters, except in raw members.
     */
    public static Optional<String> readRawText(@Nullable String raw) {
        if (raw == null) {
            return Optional.empty();
        }
        try {
            return JsonValue.parse(raw) instanceof JsonValue.Text(String text) ? Optional.of(text) : Optional.empty();
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("the raw member is not JSON", e);
        }
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
            writeText(name, out);
            out.append(':').append(json);
        });
        return out.append('}').toString();
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
        next.ifPresentOrElse(cursor -> writeText(cursor, out), () -> out.append("null"));
        return out.append('}').toString();
    }

    /** Writes a quoted string. */
    public static void writeText(String text, StringBuilder out) {
        out.append('"');
        int printed = 0;
        for (int i = 0; i < text.length(); i++) {
            if (needsEscape(text, i)) {
                out.append(text, printed, i);
                printEscape(text.charAt(i), out);
                printed = i + 1;
            }
        }
        out.append(text, printed, text.length()).append('"');
    }

    /** Escapes unpaired surrogates, which have no UTF-8 form. */
    private static boolean needsEscape(String text, int index) {
        char c = text.charAt(index);
        return c < ' ' || c == '"' || c == '\\' || isUnpairedSurrogate(text, index);
    }

    private static void printEscape(char c, StringBuilder out) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            default -> out.append("\\u").append(HEX.toHexDigits(c));
        }
    }

    /** Returns whether a string has a UTF-8 form: no surrogate is unpaired. */
    static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isUnpairedSurrogate(text, i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the character at an index is half of a surrogate pair without the other half. */
    static boolean isUnpairedSurrogate(String text, int index) {
        char c = text.charAt(index);
        if (Character.isHighSurrogate(c)) {
            return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
        }
        return Character.isLowSurrogate(c) && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
    }

    /**
     * Writes strings of records.
     *
     * <p>The JSON library throws an exception for an unpaired surrogate. The services do not store any, but older rows may
     * contain some and must be readable so that they can be repaired.
     */
    private static final class TextAdapter implements JsonAdapter<String> {

        @Override
        public void toJson(JsonWriter writer, @Nullable String text) {
            if (text == null || isWellFormed(text)) {
                writer.value(text);
            } else {
                writer.rawValue(ascii(text));
            }
        }

        /** Escapes all characters beyond ASCII, because the library truncates the characters of raw values to bytes. */
        private static String ascii(String text) {
            StringBuilder printed = new StringBuilder();
            writeText(text, printed);
            StringBuilder out = new StringBuilder();
            printed.chars().forEach(c -> {
                if (c < 0x80) {
                    out.append((char) c);
                } else {
                    out.append("\\u").append(HEX.toHexDigits((char) c));
                }
            });
            return out.toString();
        }

        @Override
        public String fromJson(JsonReader reader) {
            return reader.readString();
        }
    }
}
