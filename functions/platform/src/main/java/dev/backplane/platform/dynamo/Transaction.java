package dev.backplane.platform.dynamo;

import dev.backplane.platform.dynamo.Condition.Placeholders;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.log.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Writes that all succeed or all fail. After a failure, each action has its own reason. */
public final class Transaction {

    private final List<TransactWriteItem> actions = new ArrayList<>();

    /** One write or check of a transaction, which names its reason in {@link Refused}. */
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

    /** Returns the number of actions; DynamoDB accepts up to 100. */
    public int size() {
        return actions.size();
    }

    List<TransactWriteItem> actions() {
        return List.copyOf(actions);
    }

    static List<Reason> reasons(TransactionCanceledException exception) {
        return exception.cancellationReasons().stream().map(Transaction::reason).toList();
    }

    private static Reason reason(CancellationReason reason) {
        return switch (reason.code()) {
            case "None" -> new Reason.None();
            case "ConditionalCheckFailed" -> new Reason.ConditionFailed(Item.ofNullable(reason.item()));
            case "TransactionConflict" -> new Reason.Transient(reason.code());
            case "ThrottlingError", "ProvisionedThroughputExceeded" -> {
                Invocation.count(Metrics.THROTTLES, 1);
                yield new Reason.Transient(reason.code());
            }
            // For example ValidationError or ItemCollectionSizeLimitExceeded: a retry would fail again.
            default ->
                throw new IllegalStateException("transaction refused: " + reason.code() + " " + reason.message());
        };
    }

    /** The outcome of a transaction. */
    public sealed interface Result permits Committed, Refused {}

    /** All actions were written. */
    public record Committed() implements Result {}

    /**
     * Nothing was written, because at least one condition failed.
     *
     * @param reasons one for each action, in the order of the transaction
     */
    public record Refused(List<Reason> reasons) implements Result {

        /** Returns whether the condition of an action did not hold. */
        public boolean failed(Action action) {
            return reasons.get(action.index()) instanceof Reason.ConditionFailed;
        }

        /** Returns whether the condition of an action held; a conflict with another write leaves that open. */
        public boolean held(Action action) {
            return reasons.get(action.index()) instanceof Reason.None;
        }

        /** Returns the current item of an action whose condition did not hold, if it exists. */
        public Optional<Item> current(Action action) {
            return reasons.get(action.index()) instanceof Reason.ConditionFailed(Optional<Item> current)
                    ? current
                    : Optional.empty();
        }
    }

    /** Why an action failed its transaction. */
    public sealed interface Reason {

        /** The action did not fail. */
        record None() implements Reason {}

        /** Its condition did not hold for the current item. */
        record ConditionFailed(Optional<Item> current) implements Reason {}

        /** Another write was in progress, or DynamoDB throttled: the same action may succeed later. */
        record Transient(String code) implements Reason {}
    }
}
