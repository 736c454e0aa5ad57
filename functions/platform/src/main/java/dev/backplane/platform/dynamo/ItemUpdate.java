package dev.backplane.platform.dynamo;

import dev.backplane.platform.dynamo.Condition.Placeholders;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * An update of some attributes of one item, with an optional condition.
 *
 * <p>Attributes are given by name, or by a path such as {@code data.state} into a map.
 */
public final class ItemUpdate {

    private final Placeholders placeholders = new Placeholders();
    private final List<String> sets = new ArrayList<>();
    private final List<String> adds = new ArrayList<>();
    private final List<String> deletes = new ArrayList<>();
    private final List<String> removes = new ArrayList<>();
    private final List<String> conditions = new ArrayList<>();

    public ItemUpdate set(String path, AttributeValue value) {
        sets.add(placeholders.path(path) + " = " + placeholders.value(value));
        return this;
    }

    /** Sets a value, or removes the attribute if the value is absent. */
    public ItemUpdate setOrRemove(String path, Optional<AttributeValue> value) {
        value.ifPresentOrElse(present -> set(path, present), () -> remove(path));
        return this;
    }

    /** Sets a value if it is present; otherwise leaves the attribute unchanged. */
    public ItemUpdate setIfPresent(String path, Optional<AttributeValue> value) {
        value.ifPresent(present -> set(path, present));
        return this;
    }

    /** Sets a value unless the item already has the attribute. */
    public ItemUpdate setIfAbsent(String path, AttributeValue value) {
        String name = placeholders.path(path);
        sets.add(name + " = if_not_exists(" + name + ", " + placeholders.value(value) + ")");
        return this;
    }

    /** Sets every attribute of an item. */
    public ItemUpdate setAll(Item item) {
        item.attributes().forEach(this::set);
        return this;
    }

    /** Adds to a number, which starts at zero, or adds elements to a set. */
    public ItemUpdate add(String path, AttributeValue value) {
        adds.add(placeholders.path(path) + " " + placeholders.value(value));
        return this;
    }

    /** Deletes elements from a set; a set that becomes empty is removed. */
    public ItemUpdate deleteFrom(String path, AttributeValue set) {
        deletes.add(placeholders.path(path) + " " + placeholders.value(set));
        return this;
    }

    public ItemUpdate remove(String... paths) {
        for (String path : paths) {
            removes.add(placeholders.path(path));
        }
        return this;
    }

    /** Adds conditions to those already required. */
    public ItemUpdate onlyIf(Condition... required) {
        Condition all = Condition.all(required);
        if (!all.isNone()) {
            conditions.add(all.in(placeholders));
        }
        return this;
    }

    boolean hasCondition() {
        return !conditions.isEmpty();
    }

    private String expression() {
        StringBuilder clauses = new StringBuilder();
        clause(clauses, "SET", sets);
        clause(clauses, "ADD", adds);
        clause(clauses, "DELETE", deletes);
        clause(clauses, "REMOVE", removes);
        return clauses.toString();
    }

    private static void clause(StringBuilder clauses, String action, List<String> operands) {
        if (!operands.isEmpty()) {
            clauses.append(clauses.isEmpty() ? "" : " ")
                    .append(action)
                    .append(' ')
                    .append(String.join(", ", operands));
        }
    }

    private @Nullable String condition() {
        return conditions.isEmpty() ? null : String.join(" AND ", conditions);
    }

    Update.Builder inTransaction() {
        return Update.builder()
                .updateExpression(expression())
                .conditionExpression(condition())
                .expressionAttributeNames(placeholders.names())
                .expressionAttributeValues(placeholders.values());
    }

    Consumer<UpdateItemRequest.Builder> alone() {
        return update -> update.updateExpression(expression())
                .conditionExpression(condition())
                .expressionAttributeNames(placeholders.names())
                .expressionAttributeValues(placeholders.values());
    }
}
