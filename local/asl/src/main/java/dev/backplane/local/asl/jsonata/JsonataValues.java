package dev.backplane.local.asl.jsonata;

import com.dashjoin.jsonata.Jsonata;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts JSON to the library's values and back. The library uses Java null for undefined, and a special value for
 * JSON null.
 */
final class JsonataValues {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private JsonataValues() {}

    static Object toJsonata(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                Map<String, Object> members = new LinkedHashMap<>();
                node.properties().forEach(member -> members.put(member.getKey(), toJsonata(member.getValue())));
                yield members;
            }
            case ARRAY -> {
                List<Object> elements = new ArrayList<>();
                node.forEach(element -> elements.add(toJsonata(element)));
                yield elements;
            }
            case STRING -> node.textValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> number(node);
            case NULL -> Jsonata.NULL_VALUE;
            case MISSING, BINARY, POJO -> throw new IllegalArgumentException("not JSON: " + node.getNodeType());
        };
    }

    private static Number number(JsonNode node) {
        if (node.canConvertToInt() && node.isIntegralNumber()) {
            return node.intValue();
        }
        return node.canConvertToLong() && node.isIntegralNumber() ? node.longValue() : node.doubleValue();
    }

    static Optional<JsonNode> fromJsonata(@Nullable Object value) {
        return value == null ? Optional.empty() : Optional.of(json(value));
    }

    private static JsonNode json(Object value) {
        if (value.equals(Jsonata.NULL_VALUE)) {
            return JSON.nullNode();
        }
        return switch (value) {
            case Map<?, ?> members -> object(members);
            case List<?> elements -> array(elements);
            case CharSequence text -> JSON.textNode(text.toString());
            case Boolean bool -> JSON.booleanNode(bool);
            case Number number -> json(number);
            default -> throw new IllegalArgumentException("the result contains a function, which is not JSON");
        };
    }

    private static ObjectNode object(Map<?, ?> members) {
        ObjectNode object = JSON.objectNode();
        members.forEach(
                (name, value) -> object.set(String.valueOf(name), value == null ? JSON.nullNode() : json(value)));
        return object;
    }

    private static ArrayNode array(List<?> elements) {
        ArrayNode array = JSON.arrayNode();
        elements.forEach(element -> array.add(element == null ? JSON.nullNode() : json(element)));
        return array;
    }

    private static JsonNode json(Number number) {
        return switch (number) {
            case Integer whole -> JSON.numberNode(whole);
            case Long whole -> JSON.numberNode(whole);
            case BigInteger whole -> JSON.numberNode(whole);
            case BigDecimal decimal -> JSON.numberNode(decimal);
            default -> {
                double value = number.doubleValue();
                yield value == Math.rint(value) && Math.abs(value) < 1L << 53
                        ? JSON.numberNode((long) value)
                        : JSON.numberNode(value);
            }
        };
    }
}
