package dev.backplane.platform.dynamo;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Transacted.Reason;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.log.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** Converts DynamoDB requests and responses. */
final class Answers {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private Answers() {}

    static TransactGetItemsRequest gets(String table, List<Map<String, AttributeValue>> keys) {
        return TransactGetItemsRequest.builder()
                .transactItems(keys.stream()
                        .map(key -> TransactGetItem.builder()
                                .get(get -> get.tableName(table).key(key))
                                .build())
                        .toList())
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build();
    }

    static List<Reason> reasons(TransactionCanceledException exception) {
        return exception.cancellationReasons().stream().map(Answers::reason).toList();
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

    static double total(List<ConsumedCapacity> consumed) {
        return consumed.stream().mapToDouble(Answers::units).sum();
    }

    static double units(@Nullable ConsumedCapacity consumed) {
        Double units = consumed == null ? null : consumed.capacityUnits();
        return units == null ? 0 : units;
    }

    static Rows rows(List<Map<String, AttributeValue>> items, boolean more, Map<String, AttributeValue> last) {
        List<Item> rows = new ArrayList<>(items.size());
        for (Map<String, AttributeValue> item : items) {
            rows.add(new Item(item));
        }
        return new Rows(rows, more ? Optional.of(last) : Optional.empty());
    }

    /** Makes a call and converts throttling to {@link Unavailable}. */
    static <T> T orBusy(Supplier<T> call) {
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
