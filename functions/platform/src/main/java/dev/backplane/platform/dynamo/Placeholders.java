package dev.backplane.platform.dynamo;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The names and values in the expressions of one request; every name has a placeholder, because many are reserved
 * words.
 */
final class Placeholders {

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();

    /** Returns the placeholders of a path such as {@code data.state}. */
    String path(String path) {
        StringBuilder placeholders = new StringBuilder();
        for (String name : path.split("\\.", -1)) {
            names.put("#" + name, name);
            placeholders.append(placeholders.isEmpty() ? "#" : ".#").append(name);
        }
        return placeholders.toString();
    }

    String value(AttributeValue value) {
        String placeholder = ":v" + values.size();
        values.put(placeholder, value);
        return placeholder;
    }

    /** Returns the names, or null if there are none: DynamoDB rejects an empty map. */
    @Nullable Map<String, String> names() {
        return names.isEmpty() ? null : names;
    }

    /** Returns the values, or null if there are none: DynamoDB rejects an empty map. */
    @Nullable Map<String, AttributeValue> values() {
        return values.isEmpty() ? null : values;
    }
}
