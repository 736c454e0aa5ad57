package dev.backplane.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the server sends back.
 *
 * @param headers values by lower-case name
 */
public record LocalResponse(int status, Map<String, List<String>> headers, Body body) {

    /** An answer without headers or body. */
    public static LocalResponse empty(int status) {
        return new LocalResponse(status, Map.of(), Body.EMPTY);
    }

    /** An answer with a JSON body. */
    public static LocalResponse json(int status, JsonNode body) {
        return new LocalResponse(status, Map.of("content-type", List.of("application/json")), Body.of(body.toString()));
    }

    /** The form in which API Gateway itself speaks to a caller: {@code {"message": "Not Found"}}. */
    public static LocalResponse message(int status, String message) {
        return json(status, JsonNodeFactory.instance.objectNode().put("message", message));
    }

    /** This answer with one value more for a header. */
    public LocalResponse with(String name, String value) {
        Map<String, List<String>> more = new LinkedHashMap<>(headers);
        List<String> values = new ArrayList<>(more.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
        values.add(value);
        more.put(name.toLowerCase(Locale.ROOT), values);
        return new LocalResponse(status, more, body);
    }
}
