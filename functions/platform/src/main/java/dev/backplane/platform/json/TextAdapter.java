package dev.backplane.platform.json;

import io.avaje.json.JsonAdapter;
import io.avaje.json.JsonReader;
import io.avaje.json.JsonWriter;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Texts of records.
 *
 * <p>The JSON library refuses to print an unpaired surrogate. The services refuse to store one, but rows from before may
 * hold some, and must be readable to be mended.
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

    /** The library cuts the characters of raw values to bytes, so that nothing but ASCII gets through whole. */
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
