package dev.backplane.platform.dynamo;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Parses DynamoDB JSON with attributes of every type, so that a row can be written back unchanged. */
final class DynamoJson {

    private DynamoJson() {}

    static Map<String, AttributeValue> read(Obj image) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        image.members().forEach((name, value) -> attributes.put(name, attribute(value)));
        return attributes;
    }

    private static AttributeValue attribute(JsonValue value) {
        if (!(value instanceof Obj(var members)) || members.size() != 1) {
            throw new InvalidValueException("not a DynamoDB attribute: " + value.kind());
        }
        Map.Entry<String, JsonValue> typed = members.entrySet().iterator().next();
        return switch (typed.getKey()) {
            case "S" -> AttributeValue.fromS(text(typed.getValue()));
            case "N" -> AttributeValue.fromN(text(typed.getValue()));
            case "B" -> AttributeValue.fromB(bytes(typed.getValue()));
            case "BOOL" -> AttributeValue.fromBool(typed.getValue().equals(new Bool(true)));
            case "NULL" -> AttributeValue.fromNul(true);
            case "SS" -> AttributeValue.fromSs(texts(typed.getValue()));
            case "NS" -> AttributeValue.fromNs(texts(typed.getValue()));
            case "BS" ->
                AttributeValue.fromBs(
                        list(typed.getValue()).stream().map(DynamoJson::bytes).toList());
            case "L" ->
                AttributeValue.fromL(list(typed.getValue()).stream()
                        .map(DynamoJson::attribute)
                        .toList());
            case "M" -> AttributeValue.fromM(read(map(typed.getValue())));
            default -> throw new InvalidValueException("not a DynamoDB attribute: " + typed.getKey());
        };
    }

    private static List<String> texts(JsonValue value) {
        return list(value).stream().map(DynamoJson::text).toList();
    }

    private static SdkBytes bytes(JsonValue value) {
        try {
            return SdkBytes.fromByteArray(Base64.getDecoder().decode(text(value)));
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("must be base64", e);
        }
    }

    private static String text(JsonValue value) {
        if (value instanceof Text(String text)) {
            return text;
        }
        throw new InvalidValueException("must be a string, but is " + value.kind());
    }

    private static Obj map(JsonValue value) {
        if (value instanceof Obj map) {
            return map;
        }
        throw new InvalidValueException("must be an object, but is " + value.kind());
    }

    private static List<JsonValue> list(JsonValue value) {
        if (value instanceof Arr(List<JsonValue> elements)) {
            return elements;
        }
        throw new InvalidValueException("must be an array, but is " + value.kind());
    }
}
