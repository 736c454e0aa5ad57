package dev.backplane.platform.dynamo;

import static dev.backplane.platform.dynamo.Answers.orBusy;
import static dev.backplane.platform.dynamo.Answers.total;
import static dev.backplane.platform.dynamo.Answers.units;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted.Reason;
import dev.backplane.platform.log.Meter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
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
public final class Dynamo {

    private final DynamoDbClient client;
    private final Retry retry;
    private final Retry conflicts;

    public Dynamo(DynamoDbClient client, Retry retry) {
        this(client, retry, retry);
    }

    private Dynamo(DynamoDbClient client, Retry retry, Retry conflicts) {
        this.client = client;
        this.retry = retry;
        this.conflicts = conflicts;
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

    /** Reads one item, consistently. */
    public Optional<Item> get(String table, Map<String, AttributeValue> key) {
        return get(table, key, true);
    }

    /** Reads one item; a read that is not consistent costs half and may return an older state. */
    public Optional<Item> get(String table, Map<String, AttributeValue> key, boolean consistent) {
        GetItemResponse response = orBusy(() -> client.getItem(get -> get.tableName(table)
                .key(key)
                .consistentRead(consistent)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        Meter.consumed(units(response.consumedCapacity()), 0);
        return response.hasItem() ? Item.ofNullable(response.item()) : Optional.empty();
    }

    /**
     * Reads one item of each of several tables in one call, consistently.
     *
     * @return the items that exist, by table
     */
    public Map<String, Item> getEach(Map<String, Map<String, AttributeValue>> keyByTable) {
        Map<String, KeysAndAttributes> wanted = keyByTable.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> KeysAndAttributes.builder()
                                .keys(List.of(entry.getValue()))
                                .consistentRead(true)
                                .build()));
        return retry.run(() -> {
            BatchGetItemResponse response = batchGet(wanted);
            if (!response.unprocessedKeys().isEmpty()) {
                return new Attempt.Lost<>();
            }
            Map<String, Item> items = new HashMap<>();
            response.responses().forEach((table, rows) -> rows.forEach(row -> items.put(table, new Item(row))));
            return new Attempt.Done<>(items);
        });
    }

    /**
     * Reads up to 100 items of one table consistently, in one call unless they are too large for it.
     *
     * @return the items that exist, in no order
     */
    public List<Item> getAll(String table, List<Map<String, AttributeValue>> keys) {
        if (keys.isEmpty()) {
            return List.of();
        }
        List<Item> items = new ArrayList<>();
        AtomicReference<Map<String, KeysAndAttributes>> left = new AtomicReference<>(Map.of(
                table,
                KeysAndAttributes.builder().keys(keys).consistentRead(true).build()));
        return retry.run(() -> {
            BatchGetItemResponse response = batchGet(left.get());
            response.responses().getOrDefault(table, List.of()).forEach(row -> items.add(new Item(row)));
            left.set(response.unprocessedKeys());
            return left.get().isEmpty() ? new Attempt.Done<>(List.copyOf(items)) : new Attempt.Lost<>();
        });
    }

    private BatchGetItemResponse batchGet(Map<String, KeysAndAttributes> wanted) {
        BatchGetItemResponse response = orBusy(() -> client.batchGetItem(
                request -> request.requestItems(wanted).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        Meter.consumed(total(response.consumedCapacity()), 0);
        return response;
    }

    /**
     * Reads up to 100 items of one table as of one moment; conflicts with writers are retried.
     *
     * @return an item for each key, in the order of the keys
     * @throws Unavailable if the conflicts do not end
     */
    public List<Optional<Item>> getTogether(String table, List<Map<String, AttributeValue>> keys) {
        return conflicts.run(() -> {
            try {
                TransactGetItemsResponse response = orBusy(() -> client.transactGetItems(Answers.gets(table, keys)));
                Meter.consumed(total(response.consumedCapacity()), 0);
                return new Attempt.Done<>(response.responses().stream()
                        .map(found -> Item.ofNullable(found.item()))
                        .toList());
            } catch (TransactionCanceledException e) {
                // A read has no condition: its reasons are transient, or faults, which this call throws.
                Answers.reasons(e);
                return new Attempt.Lost<>();
            }
        });
    }

    /** Reads one page of a whole table, which only maintenance may do. */
    public Rows scan(Consumer<ScanRequest.Builder> request) {
        ScanResponse response = orBusy(
                () -> client.scan(request.andThen(scan -> scan.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))));
        Meter.consumed(units(response.consumedCapacity()), 0);
        return Answers.rows(response.items(), response.hasLastEvaluatedKey(), response.lastEvaluatedKey());
    }

    /** Reads one page of items. */
    public Rows query(ItemQuery query) {
        QueryResponse response = orBusy(() -> client.query(
                query.request().andThen(request -> request.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))));
        Meter.consumed(units(response.consumedCapacity()), 0);
        return Answers.rows(response.items(), response.hasLastEvaluatedKey(), response.lastEvaluatedKey());
    }

    /**
     * Reads items until a number of them are converted, or until the end; a damaged item is logged and left out.
     *
     * <p>This is one call unless items are damaged or too large for one response.
     */
    public <T> List<T> read(ItemQuery query, int count, Function<Item, T> conversion) {
        List<T> found = new ArrayList<>();
        Rows rows = query(query.limit(count));
        rows.items().forEach(item -> item.read(conversion).ifPresent(found::add));
        while (found.size() < count && rows.last().isPresent()) {
            rows = query(query.limit(count - found.size()).after(rows.last()));
            rows.items().forEach(item -> item.read(conversion).ifPresent(found::add));
        }
        return List.copyOf(found);
    }

    /** Reads all items of a query, page by page. */
    public void forEach(ItemQuery query, Consumer<Item> work) {
        Rows rows = query(query);
        rows.items().forEach(work);
        while (rows.last().isPresent()) {
            rows = query(query.after(rows.last()));
            rows.items().forEach(work);
        }
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
    public Transacted transact(Transaction transaction) {
        return conflicts.run(() -> attempt(transaction));
    }

    private Attempt<Transacted> attempt(Transaction transaction) {
        try {
            TransactWriteItemsResponse response =
                    orBusy(() -> client.transactWriteItems(TransactWriteItemsRequest.builder()
                            .transactItems(transaction.actions())
                            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                            .build()));
            Meter.consumed(0, total(response.consumedCapacity()));
            return new Attempt.Done<>(new Transacted.Committed());
        } catch (TransactionCanceledException e) {
            List<Reason> reasons = Answers.reasons(e);
            boolean conditionFailed = reasons.stream().anyMatch(Reason.ConditionFailed.class::isInstance);
            return conditionFailed ? new Attempt.Done<>(new Transacted.Refused(reasons)) : new Attempt.Lost<>();
        }
    }

    private Write write(Supplier<Optional<Item>> call) {
        return conflicts.run(() -> {
            try {
                return new Attempt.Done<>(new Write.Applied(orBusy(call)));
            } catch (ConditionalCheckFailedException e) {
                return new Attempt.Done<>(new Write.Refused(Item.ofNullable(e.item())));
            } catch (TransactionConflictException e) {
                return new Attempt.Lost<>();
            }
        });
    }
}
