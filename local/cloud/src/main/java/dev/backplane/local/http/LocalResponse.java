package dev.backplane.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An HTTP response.
 *
 * @param headers values by lower-case name
 */
public record LocalResponse(int status, Map<String, List<String>> headers, Body body) {

    /** Creates a response without headers or body. */
    public static LocalResponse empty(int status) {
        return new LocalResponse(status, Map.of(), Body.EMPTY);
    }

    /** Creates a response with a JSON body. */
    public static LocalResponse json(int status, JsonNode body) {
        return new LocalResponse(status, Map.of("content-type", List.of("application/json")), Body.of(body.toString()));
    }

    /** Creates an API Gateway error such as {@code {"message": "Not Found"}}. */
    public static LocalResponse message(int status, String message) {
        return json(status, JsonNodeFactory.instance.objectNode().put("message", message));
    }

    /** Returns this response with another body. */
    public LocalResponse withBody(Body other) {
        return new LocalResponse(status, headers, other);
    }

    /** Returns this response with an additional header value. */
    public LocalResponse with(String name, String value) {
        Map<String, List<String>> more = new LinkedHashMap<>(headers);
        List<String> values = new ArrayList<>(more.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
        values.add(value);
        more.put(name.toLowerCase(Locale.ROOT), values);
        return new LocalResponse(status, more, body);
    }
}
