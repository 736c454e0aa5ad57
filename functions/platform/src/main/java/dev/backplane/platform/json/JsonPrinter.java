package dev.backplane.platform.json;

import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.HexFormat;
import java.util.Map;

final class JsonPrinter {

    private static final HexFormat HEX = HexFormat.of();

    private JsonPrinter() {}

    static void print(JsonValue value, StringBuilder out) {
        switch (value) {
            case Obj(var members) -> printObject(members, out);
            case Arr(var elements) -> {
                char separator = '[';
                for (JsonValue element : elements) {
                    out.append(separator);
                    print(element, out);
                    separator = ',';
                }
                out.append(elements.isEmpty() ? "[]" : "]");
            }
            case Text(String text) -> printText(text, out);
            case Num(String literal) -> out.append(literal);
            case Bool(boolean bool) -> out.append(bool);
            case Null _ -> out.append("null");
        }
    }

    private static void printObject(Map<String, JsonValue> members, StringBuilder out) {
        char separator = '{';
        for (Map.Entry<String, JsonValue> member : members.entrySet()) {
            out.append(separator);
            printText(member.getKey(), out);
            out.append(':');
            print(member.getValue(), out);
            separator = ',';
        }
        out.append(members.isEmpty() ? "{}" : "}");
    }

    static void printText(String text, StringBuilder out) {
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
        return c < ' ' || c == '"' || c == '\\' || Surrogates.isUnpaired(text, index);
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
}
