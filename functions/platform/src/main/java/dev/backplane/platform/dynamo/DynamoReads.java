package dev.backplane.platform.dynamo;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.log.Meter;
import dev.backplane.platform.log.Metrics;
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
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** The reads of {@link Dynamo}. */
abstract sealed class DynamoReads permits Dynamo {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** The largest page that is read after an empty one. */
    private static final int MAX_REFILL = 400;

    final DynamoDbClient client;
    final Retry retry;
    final Retry conflicts;

    DynamoReads(DynamoDbClient client, Retry retry, Retry conflicts) {
        this.client = client;
        this.retry = retry;
        this.conflicts = conflicts;
    }

    /** Reads one item, consistently. */
    public Optional<Item> get(String table, Map<String, AttributeValue> key) {
        return get(table, key, true);
    }

    /** Reads one item; a read that is not consistent costs half and may return an older state. */
    public Optional<Item> get(String table, Map<String, AttributeValue> key, boolean consistent) {
        GetItemResponse response = orUnavailable(() -> client.getItem(get -> get.tableName(table)
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
        return getAll(Map.of(table, keys)).getOrDefault(table, List.of());
    }

    /**
     * Reads up to 100 items of several tables consistently, in one call unless they are too large for it.
     *
     * @return the items that exist by table, in no order
     */
    public Map<String, List<Item>> getAll(Map<String, List<Map<String, AttributeValue>>> keysByTable) {
        Map<String, KeysAndAttributes> wanted = keysByTable.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> KeysAndAttributes.builder()
                                .keys(entry.getValue())
                                .consistentRead(true)
                                .build()));
        if (wanted.isEmpty()) {
            return Map.of();
        }
        Map<String, List<Item>> items = new HashMap<>();
        AtomicReference<Map<String, KeysAndAttributes>> left = new AtomicReference<>(wanted);
        return retry.run(() -> {
            BatchGetItemResponse response = batchGet(left.get());
            response.responses()
                    .forEach((table, rows) -> rows.forEach(row ->
                            items.computeIfAbsent(table, _ -> new ArrayList<>()).add(new Item(row))));
            left.set(response.unprocessedKeys());
            return left.get().isEmpty() ? new Attempt.Done<>(items) : new Attempt.Lost<>();
        });
    }

    private BatchGetItemResponse batchGet(Map<String, KeysAndAttributes> wanted) {
        BatchGetItemResponse response = orUnavailable(() -> client.batchGetItem(
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
                TransactGetItemsResponse response = orUnavailable(() -> client.transactGetItems(gets(table, keys)));
                Meter.consumed(total(response.consumedCapacity()), 0);
                return new Attempt.Done<>(response.responses().stream()
                        .map(found -> Item.ofNullable(found.item()))
                        .toList());
            } catch (TransactionCanceledException e) {
                // A read has no condition: its reasons are transient, or faults, which this call throws.
                Transaction.reasons(e);
                return new Attempt.Lost<>();
            }
        });
    }

    private static TransactGetItemsRequest gets(String table, List<Map<String, AttributeValue>> keys) {
        return TransactGetItemsRequest.builder()
                .transactItems(keys.stream()
                        .map(key -> TransactGetItem.builder()
                                .get(get -> get.tableName(table).key(key))
                                .build())
                        .toList())
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build();
    }

    /** Reads one page of a whole table, which only maintenance may do. */
    public Rows scan(Consumer<ScanRequest.Builder> request) {
        ScanResponse response = orUnavailable(
                () -> client.scan(request.andThen(scan -> scan.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))));
        Meter.consumed(units(response.consumedCapacity()), 0);
        return rows(response.items(), response.hasLastEvaluatedKey(), response.lastEvaluatedKey());
    }

    /** Reads one page of items. */
    public Rows query(ItemQuery query) {
        QueryResponse response = orUnavailable(() -> client.query(
                query.request().andThen(request -> request.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))));
        Meter.consumed(units(response.consumedCapacity()), 0);
        return rows(response.items(), response.hasLastEvaluatedKey(), response.lastEvaluatedKey());
    }

    private static Rows rows(List<Map<String, AttributeValue>> items, boolean more, Map<String, AttributeValue> last) {
        List<Item> rows = new ArrayList<>(items.size());
        for (Map<String, AttributeValue> item : items) {
            rows.add(new Item(item));
        }
        return new Rows(rows, more ? Optional.of(last) : Optional.empty());
    }

    /**
     * Reads items until a number of them are converted, or until the end; a damaged item is logged and left out.
     *
     * <p>This is one call unless items are damaged, filtered, or too large for one response. Pages grow while they
     * contain nothing, so that many filtered items in a row take few calls.
     */
    public <T> List<T> read(ItemQuery query, int count, Function<Item, T> conversion) {
        List<T> found = new ArrayList<>();
        int limit = count;
        Rows rows = query(query.limit(limit));
        rows.items().forEach(item -> item.read(conversion).ifPresent(found::add));
        int before = 0;
        while (found.size() < count && rows.last().isPresent()) {
            limit = found.size() > before ? count - found.size() : Math.max(limit, Math.min(2 * limit, MAX_REFILL));
            before = found.size();
            rows = query(query.limit(limit).after(rows.last()));
            rows.items().forEach(item -> item.read(conversion).ifPresent(found::add));
        }
        return List.copyOf(found.subList(0, Math.min(count, found.size())));
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

    static double total(List<ConsumedCapacity> consumed) {
        return consumed.stream().mapToDouble(DynamoReads::units).sum();
    }

    static double units(@Nullable ConsumedCapacity consumed) {
        Double units = consumed == null ? null : consumed.capacityUnits();
        return units == null ? 0 : units;
    }

    /** Makes a call and converts throttling to {@link Unavailable}. */
    static <T> T orUnavailable(Supplier<T> call) {
        try {
            return call.get();
        } catch (AwsServiceException e) {
            // The SDK treats a transaction in progress as throttling, but its result is unknown: that is a fault.
            if (e.isThrottlingException() && !(e instanceof TransactionInProgressException)) {
                Invocation.count(Metrics.THROTTLES, 1);
                throw new Unavailable("THROTTLED", "DynamoDB throttled the request.", RETRY_AFTER, e);
            }
            throw e;
        }
    }
}
