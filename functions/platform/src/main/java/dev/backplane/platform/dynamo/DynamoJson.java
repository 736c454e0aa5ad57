package dev.backplane.layers.store;

import dev.backplane.platform.dynamo.Item;
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

/** Items in DynamoDB's own JSON, of every type, so that none of what a row held is lost on its way. */
final class DynamoJson {

    private DynamoJson() {}

    /**
     * Reads an item.
     *
     * @throws IllegalArgumentException when it is not one
     */
    static Item read(Obj image) {
        return new Item(members(image));
    }

    private static Map<String, AttributeValue> members(Obj image) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        image.members().forEach((name, value) -> attributes.put(name, attribute(value)));
        return attributes;
    }

    private static AttributeValue attribute(JsonValue value) {
        if (!(value instanceof Obj(var members)) || members.size() != 1) {
            throw new IllegalArgumentException("not an attribute of DynamoDB: " + value.kind());
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
            case "M" -> AttributeValue.fromM(members(map(typed.getValue())));
            default -> throw new IllegalArgumentException("not an attribute of DynamoDB: " + typed.getKey());
        };
    }

    private static List<String> texts(JsonValue value) {
        return list(value).stream().map(DynamoJson::text).toList();
    }

    private static SdkBytes bytes(JsonValue value) {
        return SdkBytes.fromByteArray(Base64.getDecoder().decode(text(value)));
    }

    private static String text(JsonValue value) {
        if (value instanceof Text(String text)) {
            return text;
        }
        throw new IllegalArgumentException("must be a string and is " + value.kind());
    }

    private static Obj map(JsonValue value) {
        if (value instanceof Obj map) {
            return map;
        }
        throw new IllegalArgumentException("must be an object and is " + value.kind());
    }

    private static List<JsonValue> list(JsonValue value) {
        if (value instanceof Arr(List<JsonValue> elements)) {
            return elements;
        }
        throw new IllegalArgumentException("must be an array and is " + value.kind());
    }
}
