package dev.backplane.platform.http;

import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A problem that a caller can cause, in the form of RFC 9457.
 *
 * @param code the stable code that clients match on
 * @param extras additional members that help the caller act
 */
public record Problem(int status, String code, String detail, Map<String, JsonValue> extras) {

    private static final String TYPE_PREFIX = "urn:backplane:problem:";

    public static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, Map.of());
    }

    /** Adds a string. */
    public Problem with(String name, String value) {
        return with(name, new Text(value));
    }

    /** Adds a list of strings. */
    public Problem with(String name, Collection<String> values) {
        return with(name, new Arr(values.stream().<JsonValue>map(Text::new).toList()));
    }

    /** Adds any value. */
    public Problem with(String name, JsonValue value) {
        Map<String, JsonValue> more = new LinkedHashMap<>(extras);
        more.put(name, value);
        return new Problem(status, code, detail, more);
    }

    /** Returns this as an exception, for code that cannot return a response. */
    ProblemException asException() {
        return new ProblemException(this);
    }

    String toJson(String requestId) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("type", new Text(TYPE_PREFIX + code.toLowerCase(Locale.ROOT).replace('_', '-')));
        members.put("title", new Text(title()));
        members.put("status", new Num(Integer.toString(status)));
        members.put("detail", new Text(detail));
        members.put("code", new Text(code));
        members.put("requestId", new Text(requestId));
        members.putAll(extras);
        return new Obj(members).compact();
    }

    private String title() {
        String words = code.toLowerCase(Locale.ROOT).replace('_', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
