package dev.backplane.platform.dynamo;

import dev.backplane.platform.dynamo.Transacted.Reason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What requests and answers of DynamoDB are in the platform's words. */
final class Answers {

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
            case "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded" ->
                new Reason.Transient(reason.code());
            // ValidationError, ItemCollectionSizeLimitExceeded and the like: no later try would end otherwise.
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
}
