package dev.backplane.deployments.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;

import dev.backplane.deployments.KeyedRequest;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The rows that remember the results of requests with an idempotency key. They are written in the transaction of the
 * request, to the table of what it creates.
 */
final class KeyedResults {

    private static final Duration KEPT = Duration.ofHours(24);

    private static final String BODY_DIGEST = "BodyDigest";
    private static final String RESULT = "Result";

    private final String table;
    private final Clock clock;

    KeyedResults(String table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /** Reads the row of an earlier request with the same key, for operations that decide by what they read. */
    Optional<Item> find(Dynamo dynamo, KeyedRequest request) {
        return dynamo.get(table, Values.key(partition(request), request.key().value()))
                .filter(row -> row.number(Attributes.EXPIRY) > clock.instant().getEpochSecond());
    }

    // An operation contains no number sign, so that no two callers share a partition.
    private static String partition(KeyedRequest request) {
        return "IK#" + request.operation() + "#" + request.caller().text();
    }

    /**
     * Remembers a result; the action fails if the key is in use.
     *
     * <p>A row that has expired counts as absent, because DynamoDB may take days to delete it.
     */
    Action remember(Transaction transaction, KeyedRequest request, String result) {
        Instant now = clock.instant();
        Item row = Item.builder()
                .text(Attributes.PK, partition(request))
                .text(Attributes.SK, request.key().value())
                .number(Attributes.ITEM_VERSION, Attributes.SCHEMA)
                .text(BODY_DIGEST, request.bodyDigest())
                .text(RESULT, result)
                .number(Attributes.EXPIRY, now.plus(KEPT).getEpochSecond())
                .build();
        return transaction.put(
                table, row, absent(Attributes.PK).or(atMost(Attributes.EXPIRY, Values.number(now.getEpochSecond()))));
    }

    /** Returns the result of an earlier request with the same key; empty if it had another body. */
    static Optional<String> resultOf(Item row, KeyedRequest request) {
        return Optional.of(row)
                .filter(earlier -> earlier.text(BODY_DIGEST).equals(request.bodyDigest()))
                .map(earlier -> earlier.text(RESULT));
    }
}
