package dev.backplane.platform.json;

import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict parser for RFC 8259.
 *
 * <p>Generated decoders read what AWS sends. This parser reads what callers send, and JSON that is passed on unchanged:
 * it reports every error, while the JSON library accepts trailing text, trailing commas and raw control characters.
 */
final class JsonParser {

    static final int MAX_DEPTH = 128;

    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?");

    private final String text;
    private int at;
    private int depth;

    JsonParser(String text) {
        this.text = text;
    }

    JsonValue parse() throws JsonSyntaxException {
        JsonValue value = value();
        skipSpace();
        if (at < text.length()) {
            throw error("text after the end of the value");
        }
        return value;
    }

    private JsonValue value() throws JsonSyntaxException {
        skipSpace();
        return switch (peek()) {
            case '{' -> nested(this::object);
            case '[' -> nested(this::array);
            case '"' -> new Text(string());
            case 't' -> literal("true", new Bool(true));
            case 'f' -> literal("false", new Bool(false));
            case 'n' -> literal("null", new Null());
            default -> number();
        };
    }

    private interface Rule {
        JsonValue read() throws JsonSyntaxException;
    }

    private JsonValue nested(Rule rule) throws JsonSyntaxException {
        if (++depth > MAX_DEPTH) {
            throw error("nested more than " + MAX_DEPTH + " levels deep");
        }
        at++;
        JsonValue value = rule.read();
        depth--;
        return value;
    }

    private Obj object() throws JsonSyntaxException {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        if (skip('}')) {
            return new Obj(members);
        }
        do {
            skipSpace();
            if (peek() != '"') {
                throw error("expected a member name in double quotes");
            }
            int start = at;
            String name = string();
            expect(':');
            if (members.putIfAbsent(name, value()) != null) {
                at = start;
                throw error("member name used twice in one object");
            }
        } while (skip(','));
        expect('}');
        return new Obj(members);
    }

    private Arr array() throws JsonSyntaxException {
        List<JsonValue> elements = new ArrayList<>();
        if (skip(']')) {
            return new Arr(elements);
        }
        do {
            elements.add(value());
        } while (skip(','));
        expect(']');
        return new Arr(elements);
    }

    private Num number() throws JsonSyntaxException {
        Matcher matcher = NUMBER.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw error("expected a value");
        }
        at = matcher.end();
        return new Num(matcher.group());
    }

    private JsonValue literal(String word, JsonValue value) throws JsonSyntaxException {
        if (!text.startsWith(word, at)) {
            throw error("expected a value");
        }
        at += word.length();
        return value;
    }

    private String string() throws JsonSyntaxException {
        at++;
        int start = at;
        while (isPlain(peek())) {
            at++;
        }
        // Fast path: most strings have no escape.
        if (peek() == '"') {
            return text.substring(start, at++);
        }
        StringBuilder out = new StringBuilder().append(text, start, at);
        while (true) {
            char c = peek();
            if (c < ' ') {
                throw error(at < text.length() ? "control character inside a string" : "string without an end");
            }
            at++;
            switch (c) {
                case '"' -> {
                    return out.toString();
                }
                case '\\' -> out.append(escape());
                default -> out.append(c);
            }
        }
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c != '"' && c != '\\';
    }

    private char escape() throws JsonSyntaxException {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> {
                at--;
                throw error("unknown escape in a string");
            }
        };
    }

    private char unicode() throws JsonSyntaxException {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            // Character.digit also accepts digits of other scripts.
            int digit = peek() < 128 ? Character.digit(peek(), 16) : -1;
            if (digit < 0) {
                throw error("expected four hexadecimal digits");
            }
            code = code * 16 + digit;
            at++;
        }
        return (char) code;
    }

    private void expect(char wanted) throws JsonSyntaxException {
        if (!skip(wanted)) {
            throw error("expected '" + wanted + "'");
        }
    }

    private boolean skip(char wanted) {
        skipSpace();
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** Returns the current character, or NUL at the end, which no rule of the grammar accepts. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private JsonSyntaxException error(String message) {
        return new JsonSyntaxException(at < text.length() ? message : "unexpected end, " + message, at);
    }
}
