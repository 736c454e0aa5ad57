package dev.backplane.platform.dynamo;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.Condition.Placeholders;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.log.Meter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * DynamoDB as stores use it: failed conditions are outcomes, conflicts are retried, and every call is metered.
 * Thread-safe.
 */
public final class Dynamo extends DynamoReads {

    public Dynamo(DynamoDbClient client, Retry retry) {
        this(client, retry, retry);
    }

    private Dynamo(DynamoDbClient client, Retry retry, Retry conflicts) {
        super(client, retry, conflicts);
    }

    public static Dynamo connect(AwsConnection aws) {
        return new Dynamo(aws.client(DynamoDbClient.builder()), Retry.withJitter());
    }

    /** Returns the same with a limit on the attempts of one call that conflicts with other writers. */
    public Dynamo tryingConflicts(int tries, Duration longestPause) {
        return new Dynamo(client, retry, retry.limitedTo(tries, longestPause));
    }

    /** Returns the retry for work that loses a race. */
    public Retry retry() {
        return retry;
    }

    /** Writes a whole item. */
    public Write put(String table, Item item) {
        return put(table, item, Condition.NONE);
    }

    /** Writes a whole item if the one it replaces, if any, meets a condition. */
    public Write put(String table, Item item, Condition condition) {
        Placeholders placeholders = new Placeholders();
        String text = condition.isNone() ? null : condition.in(placeholders);
        return write(() -> {
            PutItemResponse response = client.putItem(put -> put.tableName(table)
                    .item(item.attributes())
                    .conditionExpression(text)
                    .expressionAttributeNames(placeholders.names())
                    .expressionAttributeValues(placeholders.values())
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            Meter.consumed(0, units(response.consumedCapacity()));
            return Optional.empty();
        });
    }

    /** Changes an item. */
    public Write update(String table, Map<String, AttributeValue> key, ItemUpdate change) {
        return update(change.alone().andThen(update -> update.tableName(table).key(key)));
    }

    /** Changes an item and returns it as it is afterwards. */
    public Write updateAndGet(String table, Map<String, AttributeValue> key, ItemUpdate change) {
        return update(change.alone()
                .andThen(update -> update.tableName(table).key(key).returnValues(ReturnValue.ALL_NEW)));
    }

    private Write update(Consumer<UpdateItemRequest.Builder> request) {
        return write(() -> {
            UpdateItemResponse response = client.updateItem(
                    request.andThen(update -> update.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)));
            Meter.consumed(0, units(response.consumedCapacity()));
            return Item.ofNullable(response.attributes());
        });
    }

    /** Deletes an item that meets a condition. */
    public Write delete(String table, Map<String, AttributeValue> key, Condition condition) {
        Placeholders placeholders = new Placeholders();
        String text = condition.isNone() ? null : condition.in(placeholders);
        return write(() -> {
            DeleteItemResponse response = client.deleteItem(delete -> delete.tableName(table)
                    .key(key)
                    .conditionExpression(text)
                    .expressionAttributeNames(placeholders.names())
                    .expressionAttributeValues(placeholders.values())
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            Meter.consumed(0, units(response.consumedCapacity()));
            return Optional.empty();
        });
    }

    /**
     * Writes all or nothing; conflicts with other writers are retried, failed conditions are not.
     *
     * @throws Unavailable if the conflicts do not end
     */
    public Transaction.Result transact(Transaction transaction) {
        return conflicts.run(() -> attempt(transaction));
    }

    private Attempt<Transaction.Result> attempt(Transaction transaction) {
        try {
            TransactWriteItemsResponse response =
                    orUnavailable(() -> client.transactWriteItems(TransactWriteItemsRequest.builder()
                            .transactItems(transaction.actions())
                            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                            .build()));
            Meter.consumed(0, total(response.consumedCapacity()));
            return new Attempt.Done<>(new Transaction.Committed());
        } catch (TransactionCanceledException e) {
            List<Transaction.Reason> reasons = Transaction.reasons(e);
            boolean conditionFailed = reasons.stream().anyMatch(Transaction.Reason.ConditionFailed.class::isInstance);
            return conditionFailed ? new Attempt.Done<>(new Transaction.Refused(reasons)) : new Attempt.Lost<>();
        }
    }

    private Write write(Supplier<Optional<Item>> call) {
        return conflicts.run(() -> {
            try {
                return new Attempt.Done<>(new Write.Applied(orUnavailable(call)));
            } catch (ConditionalCheckFailedException e) {
                return new Attempt.Done<>(new Write.Refused(Item.ofNullable(e.item())));
            } catch (TransactionConflictException e) {
                return new Attempt.Lost<>();
            }
        });
    }
}
