package dev.backplane.pool.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** An update expression and its condition; many of the table's words are reserved, so every name is spelt out. */
final class Change {

    private final List<String> sets = new ArrayList<>();
    private final List<String> removes = new ArrayList<>();
    private final List<String> conditions = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();
    private @Nullable String list;

    /** Adds an id to a list. */
    static Change add(String id) {
        return list("ADD", id);
    }

    /** Takes an id from a list. */
    static Change take(String id) {
        return list("DELETE", id);
    }

    private static Change list(String action, String id) {
        Change change = new Change();
        change.list = action + " " + change.path(Attributes.DATA) + " "
                + change.value(AttributeValue.builder().ss(id).build());
        return change;
    }

    Change set(String path, AttributeValue value) {
        sets.add(path(path) + " = " + value(value));
        return this;
    }

    /** Sets a value that stays as it is when there is one. */
    Change setIfAbsent(String path, AttributeValue value) {
        sets.add(path(path) + " = if_not_exists(" + path(path) + ", " + value(value) + ")");
        return this;
    }

    /** Sets a value, or removes it when there is none. */
    Change set(String path, Optional<AttributeValue> value) {
        value.ifPresentOrElse(present -> set(path, present), () -> remove(path));
        return this;
    }

    Change remove(String path) {
        removes.add(path(path));
        return this;
    }

    Change ifEqual(String path, AttributeValue value) {
        conditions.add(path(path) + " = " + value(value));
        return this;
    }

    /** Asks for a value, or for none. */
    Change ifEqual(String path, Optional<AttributeValue> value) {
        return value.map(present -> ifEqual(path, present)).orElseGet(() -> ifAbsent(path));
    }

    Change ifNot(String path, AttributeValue value) {
        conditions.add(path(path) + " <> " + value(value));
        return this;
    }

    Change ifAbsent(String path) {
        conditions.add("attribute_not_exists(" + path(path) + ")");
        return this;
    }

    Change ifAbsentOrEqual(String path, AttributeValue value) {
        conditions.add("(attribute_not_exists(" + path(path) + ") OR " + path(path) + " = " + value(value) + ")");
        return this;
    }

    Change ifPresent(String path) {
        conditions.add("attribute_exists(" + path(path) + ")");
        return this;
    }

    /** Asks that a list has fewer ids. */
    Change ifFewer(AttributeValue than) {
        String data = path(Attributes.DATA);
        conditions.add("(attribute_not_exists(" + data + ") OR size(" + data + ") < " + value(than) + ")");
        return this;
    }

    /** Writes a path such as {@code data.state} with a placeholder for each of its names. */
    private String path(String path) {
        List<String> parts = new ArrayList<>();
        for (String name : path.split("\\.", -1)) {
            names.put("#" + name, name);
            parts.add("#" + name);
        }
        return String.join(".", parts);
    }

    private String value(AttributeValue value) {
        String name = ":v" + values.size();
        values.put(name, value);
        return name;
    }

    private String expression() {
        List<String> clauses = new ArrayList<>();
        if (list != null) {
            clauses.add(list);
        }
        if (!sets.isEmpty()) {
            clauses.add("SET " + String.join(", ", sets));
        }
        if (!removes.isEmpty()) {
            clauses.add("REMOVE " + String.join(", ", removes));
        }
        return String.join(" ", clauses);
    }

    private @Nullable String condition() {
        return conditions.isEmpty() ? null : String.join(" AND ", conditions);
    }

    private @Nullable Map<String, AttributeValue> valuesIfAny() {
        return values.isEmpty() ? null : values;
    }

    Consumer<Update.Builder> update() {
        return update -> update.updateExpression(expression())
                .conditionExpression(condition())
                .expressionAttributeNames(names)
                .expressionAttributeValues(valuesIfAny());
    }

    Consumer<UpdateItemRequest.Builder> updateItem() {
        return update -> update.updateExpression(expression())
                .conditionExpression(condition())
                .expressionAttributeNames(names)
                .expressionAttributeValues(valuesIfAny());
    }

    Consumer<Delete.Builder> delete() {
        return delete -> delete.conditionExpression(condition())
                .expressionAttributeNames(names)
                .expressionAttributeValues(valuesIfAny());
    }

    Consumer<ConditionCheck.Builder> check() {
        return check -> check.conditionExpression(condition())
                .expressionAttributeNames(names)
                .expressionAttributeValues(valuesIfAny());
    }
}
