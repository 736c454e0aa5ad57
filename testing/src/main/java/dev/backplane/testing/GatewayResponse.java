package dev.backplane.testing;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The response of a handler to API Gateway.
 *
 * @param headers by lower-case name
 * @param body the response body; empty if there is none
 * @param base64 whether the body is base64-encoded
 */
public record GatewayResponse(int status, Map<String, String> headers, String body, boolean base64) {

    public GatewayResponse(int status, Map<String, String> headers, String body) {
        this(status, headers, body, false);
    }

    /** Parses a response in API Gateway's payload format 2.0. */
    public static GatewayResponse parse(String response) {
        Map<String, JsonValue> members = members(response);
        Map<String, String> headers = new LinkedHashMap<>();
        if (members.get("headers") instanceof Obj(var values)) {
            values.forEach((name, value) -> headers.put(name, text(value)));
        }
        JsonValue body = members.get("body");
        return new GatewayResponse(
                members.get("statusCode") instanceof Num(String number) ? Integer.parseInt(number) : -1,
                headers,
                body == null ? "" : text(body),
                members.get("isBase64Encoded") instanceof Bool(boolean base64) && base64);
    }

    /** Returns a header by its lower-case name. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** Returns the body, which must be JSON. */
    public JsonValue json() {
        return parseJson(body);
    }

    /** Returns a string member of the body, which must be an object. */
    public String text(String name) {
        return text(member(name));
    }

    /** Returns a member of the body, which must be an object with this member. */
    public JsonValue member(String name) {
        JsonValue value = members(body).get(name);
        if (value == null) {
            throw new AssertionError("no " + name + " in " + body);
        }
        return value;
    }

    /** Returns the code of a problem. */
    public String code() {
        return text("code");
    }

    private static Map<String, JsonValue> members(String json) {
        if (parseJson(json) instanceof Obj(var members)) {
            return members;
        }
        throw new AssertionError("not an object: " + json);
    }

    private static JsonValue parseJson(String json) {
        try {
            return JsonValue.parse(json);
        } catch (JsonSyntaxException e) {
            throw new AssertionError("not JSON: " + json, e);
        }
    }

    private static String text(JsonValue value) {
        if (value instanceof Text(String text)) {
            return text;
        }
        throw new AssertionError("not a text: " + value.compact());
    }
}
