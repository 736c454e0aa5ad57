package dev.backplane.testing.capacity;

import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.testing.DynamoLocal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item that a request accesses.
 *
 * @param name the table's name in this test
 * @param share the share of the price of a consistent read
 */
record Touch(TableSpec table, String name, Map<String, AttributeValue> key, double share) {

    /** Returns the items that a request names; empty for queries and scans. */
    static List<Touch> all(String action, JsonValue request, DynamoLocal local) {
        return switch (action) {
            case "GetItem", "PutItem", "UpdateItem", "DeleteItem" ->
                List.of(of(request, local, WireText.isConsistent(request) ? 1 : 0.5));
            case "BatchGetItem" ->
                WireText.members(WireText.member(request, "RequestItems")).entrySet().stream()
                        .flatMap(table -> batch(table.getKey(), table.getValue(), local))
                        .toList();
            case "TransactGetItems", "TransactWriteItems" ->
                WireText.elements(WireText.member(request, "TransactItems")).stream()
                        .map(part -> WireText.members(part).values().iterator().next())
                        .map(part -> of(part, local, 1))
                        .toList();
            case "Query", "Scan" -> List.of();
            default -> throw new AssertionError("no price is known for " + action);
        };
    }

    private static Stream<Touch> batch(String name, JsonValue wanted, DynamoLocal local) {
        double share = WireText.isConsistent(wanted) ? 1 : 0.5;
        return WireText.elements(WireText.member(wanted, "Keys")).stream()
                .map(key -> new Touch(local.spec(name), name, texts(local.spec(name), key), share));
    }

    private static Touch of(JsonValue part, DynamoLocal local, double share) {
        Map<String, JsonValue> members = WireText.members(part);
        if (!(members.get("TableName") instanceof Text(String name))) {
            throw new AssertionError("no table in " + part.compact());
        }
        TableSpec table = local.spec(name);
        JsonValue key = WireText.member(part, members.containsKey("Key") ? "Key" : "Item");
        return new Touch(table, name, texts(table, key), share);
    }

    private static Map<String, AttributeValue> texts(TableSpec table, JsonValue item) {
        Map<String, JsonValue> members = WireText.members(item);
        return Charges.names(table.key())
                .collect(Collectors.toMap(name -> name, name -> text(WireText.members(members.get(name)))));
    }

    private static AttributeValue text(Map<String, JsonValue> value) {
        if (value.get("S") instanceof Text(String text)) {
            return AttributeValue.fromS(text);
        }
        throw new AssertionError("a key that is no string: " + new Obj(value).compact());
    }

    /** Returns the current item; empty if it is absent. */
    Map<String, AttributeValue> item(DynamoLocal local) {
        return local.client()
                .getItem(get -> get.tableName(name).key(key).consistentRead(true))
                .item();
    }
}
