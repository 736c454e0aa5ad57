package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.userdata.store.Attributes.DIGEST;
import static dev.backplane.userdata.store.Attributes.EXPIRES;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.RESULT;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.BatchChange;
import dev.backplane.userdata.BatchOutcome;
import dev.backplane.userdata.BatchOutcome.Result;
import dev.backplane.userdata.BatchWrite;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The row that remembers a batch by its idempotency key.
 *
 * <p>It is in the table of calculated behavior, beside remembered increments, because rows of that table may expire. It
 * has only what the repeated request does not contain: the version of each stored value, and whether a deleted one existed.
 */
record BatchMemory(String table, BatchWrite batch) {

    private static final String EXISTED = "+";
    private static final String ABSENT = "-";

    // Two signs, because the sort key of a remembered increment has one before the key of the counter.
    private static final String PREFIX = Location.MEMORY_PREFIX + Location.MEMORY_PREFIX;

    /** Returns the prefix of the sort keys of all batches of a user in an app. */
    static String prefix(AppName app) {
        return PREFIX + app + Location.MEMORY_PREFIX;
    }

    Map<String, AttributeValue> key() {
        String sort = prefix(batch.app()) + batch.idempotencyKey().value();
        return Values.key(USER, batch.user().value(), KEY, sort);
    }

    /** Returns whether a row is still valid; DynamoDB may take days to delete it. */
    static boolean isValid(Item row, Instant now) {
        return row.number(EXPIRES) > now.getEpochSecond();
    }

    /** Stores the result of the batch, unless another request with the key did. */
    Action store(Transaction transaction, List<Result> results, Instant now) {
        Item.Builder row = Item.builder();
        key().forEach(row::value);
        row.text(DIGEST, batch.digest())
                .text(RESULT, results.stream().map(BatchMemory::text).collect(Collectors.joining(" ")))
                .number(EXPIRES, now.plus(CounterStore.KEY_RETENTION).getEpochSecond());
        return transaction.put(
                table, row.build(), absent(KEY).or(atMost(EXPIRES, Values.number(now.getEpochSecond()))));
    }

    private static String text(Result result) {
        return switch (result) {
            case Result.Stored(Entry entry) -> entry.version().toString();
            case Result.Deleted deleted -> deleted.existed() ? EXISTED : ABSENT;
        };
    }

    /** Returns the outcome of the first request with the key. */
    BatchOutcome outcome(Item row) {
        if (!row.text(DIGEST).equals(batch.digest())) {
            return new BatchOutcome.IdempotencyMismatch();
        }
        String[] texts = row.text(RESULT).split(" ", -1);
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            results.add(result(batch.changes().get(i), texts[i]));
        }
        return new BatchOutcome.Written(results);
    }

    private static Result result(BatchChange change, String text) {
        return change.edit() instanceof Edit.Replace replacement
                ? new Result.Stored(
                        entry(change.key(), replacement, Version.parse(text).orElseThrow()))
                : new Result.Deleted(change.key(), text.equals(EXISTED));
    }

    private static Entry entry(DataKey key, Edit.Replace replacement, Version version) {
        Payload payload = replacement.payload();
        return new Entry(
                key,
                key.sizeWith(payload.bytes().length),
                version,
                version.created().orElseThrow(),
                payload.contentType(),
                replacement.expiry().map(expiry -> expiry.of(version.updated())));
    }
}
