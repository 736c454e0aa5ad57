package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.MAX_VERSION;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Pointer rows: they move only from where they were seen, and their highest number never goes down. */
final class Pointers {

    private Pointers() {}

    /** Moves a pointer in a transaction, if it still stands as it was seen, or is still absent. */
    static void move(Transaction transaction, String table, Item next, Optional<Item> seen) {
        if (seen.isEmpty()) {
            transaction.put(table, next, put -> put.conditionExpression("attribute_not_exists(pk)"));
            return;
        }
        Map<String, AttributeValue> values = new HashMap<>();
        String condition = equal(MAX_VERSION, seen.get(), values) + " AND " + equal(LAYER_VERSION, seen.get(), values);
        transaction.put(table, next, put -> put.conditionExpression(condition).expressionAttributeValues(values));
    }

    private static String equal(String attribute, Item seen, Map<String, AttributeValue> values) {
        AttributeValue value = seen.attributes().get(attribute);
        if (value == null) {
            return "attribute_not_exists(" + attribute + ")";
        }
        values.put(":" + attribute, value);
        return attribute + " = :" + attribute;
    }
}
