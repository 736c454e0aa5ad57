package dev.backplane.testing.capacity;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A DynamoDB response that can be read repeatedly, and requests as JSON. */
record WireText(SdkHttpResponse head, String body) {

    static WireText of(HttpExecuteResponse response) throws IOException {
        try (InputStream in = response.responseBody().orElseThrow()) {
            return new WireText(response.httpResponse(), text(in));
        }
    }

    static JsonValue of(HttpExecuteRequest request) throws IOException {
        try (InputStream in = request.contentStreamProvider().orElseThrow().newStream()) {
            return parse(text(in));
        }
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    private static JsonValue parse(String text) {
        try {
            return JsonValue.parse(text);
        } catch (JsonSyntaxException e) {
            throw new AssertionError("not JSON", e);
        }
    }

    HttpExecuteResponse again() {
        return HttpExecuteResponse.builder()
                .response(head)
                .responseBody(
                        AbortableInputStream.create(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build();
    }

    double capacityUnits() {
        JsonValue consumed = member(parse(body), "ConsumedCapacity");
        if (member(consumed, "CapacityUnits") instanceof Num(String literal)) {
            return Double.parseDouble(literal);
        }
        throw new AssertionError("no units in " + consumed.compact());
    }

    static boolean isConsistent(JsonValue request) {
        return members(request).get("ConsistentRead") instanceof Bool(boolean consistent) && consistent;
    }

    static JsonValue member(JsonValue value, String name) {
        JsonValue member = members(value).get(name);
        if (member == null) {
            throw new AssertionError("no " + name + " in " + value.compact());
        }
        return member;
    }

    static Map<String, JsonValue> members(@Nullable JsonValue value) {
        if (value instanceof Obj(var members)) {
            return members;
        }
        throw new AssertionError("not an object: " + value);
    }

    static List<JsonValue> elements(JsonValue value) {
        if (value instanceof Arr(var elements)) {
            return elements;
        }
        throw new AssertionError("not an array: " + value.compact());
    }
}
