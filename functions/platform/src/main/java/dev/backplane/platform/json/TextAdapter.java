package dev.backplane.platform.json;

import io.avaje.json.JsonAdapter;
import io.avaje.json.JsonReader;
import io.avaje.json.JsonWriter;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Writes strings of records.
 *
 * <p>The JSON library throws an exception for an unpaired surrogate. The services do not store any, but older rows may
 * contain some and must be readable so that they can be repaired.
 */
final class TextAdapter implements JsonAdapter<String> {

    @Override
    public void toJson(JsonWriter writer, @Nullable String text) {
        if (text == null || Surrogates.arePaired(text)) {
            writer.value(text);
        } else {
            writer.rawValue(ascii(text));
        }
    }

    /** Escapes all characters beyond ASCII, because the library truncates the characters of raw values to bytes. */
    private static String ascii(String text) {
        StringBuilder printed = new StringBuilder();
        JsonPrinter.printText(text, printed);
        StringBuilder out = new StringBuilder();
        printed.chars().forEach(c -> {
            if (c < 0x80) {
                out.append((char) c);
            } else {
                out.append("\\u").append(HexFormat.of().toHexDigits((char) c));
            }
        });
        return out.toString();
    }

    @Override
    public String fromJson(JsonReader reader) {
        return reader.readString();
    }
}
