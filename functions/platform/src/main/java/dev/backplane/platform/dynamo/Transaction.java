package dev.backplane.platform.dynamo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Writes that all succeed or all fail. After a failure, each action has its own reason. */
public final class Transaction {

    private final List<TransactWriteItem> actions = new ArrayList<>();

    /** One write or check of a transaction, which names its reason in {@link Transacted.Refused}. */
    public record Action(int index) {}

    /** Writes a whole item. */
    public Action put(String table, Item item) {
        return put(table, item, Condition.NONE);
    }

    /** Writes a whole item if the one it replaces, if any, meets a condition. */
    public Action put(String table, Item item, Condition condition) {
        Put.Builder put = Put.builder().tableName(table).item(item.attributes());
        if (!condition.isNone()) {
            Placeholders placeholders = new Placeholders();
            put.conditionExpression(condition.in(placeholders))
                    .expressionAttributeNames(placeholders.names())
                    .expressionAttributeValues(placeholders.values())
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
        }
        return action(TransactWriteItem.builder().put(put.build()));
    }

    public Action update(String table, Map<String, AttributeValue> key, ItemUpdate change) {
        Update.Builder update = change.inTransaction().tableName(table).key(key);
        if (change.hasCondition()) {
            update.returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
        }
        return action(TransactWriteItem.builder().update(update.build()));
    }

    public Action delete(String table, Map<String, AttributeValue> key) {
        return delete(table, key, Condition.NONE);
    }

    public Action delete(String table, Map<String, AttributeValue> key, Condition condition) {
        Delete.Builder delete = Delete.builder().tableName(table).key(key);
        if (!condition.isNone()) {
            Placeholders placeholders = new Placeholders();
            delete.conditionExpression(condition.in(placeholders))
                    .expressionAttributeNames(placeholders.names())
                    .expressionAttributeValues(placeholders.values())
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
        }
        return action(TransactWriteItem.builder().delete(delete.build()));
    }

    /** Requires a condition of an item that is not written. */
    public Action check(String table, Map<String, AttributeValue> key, Condition condition) {
        Placeholders placeholders = new Placeholders();
        return action(TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName(table)
                        .key(key)
                        .conditionExpression(condition.in(placeholders))
                        .expressionAttributeNames(placeholders.names())
                        .expressionAttributeValues(placeholders.values())
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)));
    }

    private Action action(TransactWriteItem.Builder action) {
        actions.add(action.build());
        return new Action(actions.size() - 1);
    }

    List<TransactWriteItem> actions() {
        return List.copyOf(actions);
    }
}
