package dev.backplane.userdata.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Route;
import dev.backplane.platform.http.RouteCall;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.userdata.api.RpcMethod.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The parameters of a method of UDS, which have the names of the parameters of its route.
 *
 * @param values those that are part of the path, the query or the headers
 * @param data the body
 */
record RpcParams(Map<String, String> values, Optional<JsonValue> data) {

    static final String DATA = "data";

    static final RpcParams NONE = new RpcParams(Map.of(), Optional.empty());

    static final InputType<RpcParams> TYPE = value -> {
        if (value instanceof Obj(Map<String, JsonValue> members)) {
            return of(members);
        }
        throw new InvalidValueException("must be an object, but is " + value.kind());
    };

    private static RpcParams of(Map<String, JsonValue> members) {
        Map<String, String> values = new HashMap<>();
        members.forEach((name, value) -> {
            if (!name.equals(DATA) && !(value instanceof Null)) {
                values.put(name, text(value));
            }
        });
        return new RpcParams(values, Optional.ofNullable(members.get(DATA)));
    }

    private static String text(JsonValue value) {
        return switch (value) {
            case Text(String text) -> text;
            case Obj _, Arr _ ->
                throw new InvalidValueException("must have strings, numbers and booleans only, except for " + DATA);
            case Num _, Bool _, Null _ -> value.compact();
        };
    }

    boolean has(String name) {
        return name.equals(DATA) ? data.isPresent() : values.containsKey(name);
    }

    /** Returns whether the data is what a method takes; the content of JSON is for the route to check. */
    boolean hasDataFor(RpcMethod method) {
        return method.kind() != Kind.WRITE_BLOB || data.isEmpty() || isBase64(data.get());
    }

    private static boolean isBase64(JsonValue value) {
        try {
            return value instanceof Text(String text) && Base64.getDecoder().decode(text) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns the call of a method's route. */
    RouteCall call(RpcMethod method, Route route) {
        Map<String, String> path = new HashMap<>();
        Map<String, String> headers = new HashMap<>();
        Map<String, String> query = new HashMap<>(method.query());
        if (method.hasVariable("user")) {
            path.put("user", "me");
        }
        values.forEach((name, value) -> {
            Optional<String> header = method.header(name);
            if (method.hasVariable(name)) {
                path.put(name, value);
            } else if (header.isPresent()) {
                headers.put(header.get(), value);
            } else {
                query.put(name, value);
            }
        });
        // The route refuses what it does not take.
        data.filter(_ -> !method.takesData()).ifPresent(value -> query.put(DATA, value.compact()));
        return new RouteCall(route, path, query, headers, body(method));
    }

    private String body(RpcMethod method) {
        return switch (method.kind()) {
            case WRITE_JSON -> base64(data.orElseThrow().compact());
            case WRITE_BLOB -> data.orElseThrow() instanceof Text(String text) ? text : "";
            case INCREMENT -> base64("{\"by\":1}");
            case DECREMENT -> base64("{\"by\":-1}");
            case READ, READ_AS_ADMIN, READ_VALUES, REMOVE -> "";
        };
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
