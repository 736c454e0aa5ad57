package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.BY;
import static dev.backplane.userdata.store.Attributes.EXPIRES;
import static dev.backplane.userdata.store.Attributes.KEY;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.CounterOutcome;
import dev.backplane.userdata.DataKey;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** One increment of one counter, tried until it is done or refused. */
final class Increment {

    private static final int MEMORY = 0;
    private static final int COUNTER = 1;

    private final Dynamo dynamo;
    private final Platform platform;
    private final Location location;
    private final DataKey key;
    private final CounterNumber by;
    private Optional<Item> seen = Optional.empty();

    Increment(Dynamo dynamo, Platform platform, Location location, DataKey key, CounterNumber by) {
        this.dynamo = dynamo;
        this.platform = platform;
        this.location = location;
        this.key = key;
        this.by = by;
    }

    /** Adds, each time it is done. */
    Attempt<CounterOutcome> attempt() {
        return refusal().orElseGet(() -> {
            Addition addition = addition();
            Write write = dynamo.update(update -> update.tableName(location.table())
                    .key(location.head(key))
                    .updateExpression(addition.update())
                    .conditionExpression(addition.condition())
                    .expressionAttributeNames(addition.names())
                    .expressionAttributeValues(addition.values())
                    .returnValues(ReturnValue.UPDATED_NEW));
            return switch (write) {
                case Write.Applied(Optional<Item> now) -> counted(DataRow.counter(now.orElseThrow()));
                case Write.Refused(Optional<Item> current) -> lookCloser(current);
            };
        });
    }

    /** Adds, unless it was done before under the same idempotency key. */
    Attempt<CounterOutcome> attemptOnce(String idempotencyKey) {
        return refusal().orElseGet(() -> {
            Addition addition = addition();
            Transaction transaction = remember(new Transaction(), idempotencyKey)
                    .update(
                            location.table(),
                            location.head(key),
                            update -> update.updateExpression(addition.update())
                                    .conditionExpression(addition.condition())
                                    .expressionAttributeNames(addition.names())
                                    .expressionAttributeValues(addition.values()));
            return switch (dynamo.transact(transaction)) {
                case Transacted.Committed _ -> counted(read());
                case Transacted.Refused refused
                when refused.failedAt(MEMORY) ->
                    repeated(refused.currentAt(MEMORY).orElseThrow());
                case Transacted.Refused refused
                when refused.failedAt(COUNTER) -> lookCloser(refused.currentAt(COUNTER));
                case Transacted.Refused _ -> new Attempt.Lost<>();
            };
        });
    }

    /** A row that is past its time is as good as gone, for DynamoDB may take days to remove it. */
    private Transaction remember(Transaction transaction, String idempotencyKey) {
        Instant now = platform.clock().instant();
        Item memory = Item.builder()
                .text(location.partitionName(), location.partition())
                .text(KEY, Location.BESIDE + key + Location.BESIDE + idempotencyKey)
                .text(BY, by.toString())
                .number(EXPIRES, now.plus(CounterStore.REMEMBERED).getEpochSecond())
                .build();
        return transaction.put(
                location.table(),
                memory,
                put -> put.conditionExpression("attribute_not_exists(#key) OR #expires <= :now")
                        .expressionAttributeNames(Map.of("#key", KEY, "#expires", EXPIRES))
                        .expressionAttributeValues(Map.of(":now", Values.number(now.getEpochSecond()))));
    }

    private Attempt<CounterOutcome> repeated(Item memory) {
        return memory.text(BY).equals(by.toString())
                ? counted(read())
                : new Attempt.Done<>(new CounterOutcome.IdempotencyMismatch());
    }

    private Optional<Attempt<CounterOutcome>> refusal() {
        return seen.flatMap(row -> {
            if (!DataRow.isCounter(row)) {
                return Optional.of(new Attempt.Done<>(new CounterOutcome.InvalidDataType()));
            }
            return DataRow.counter(row).plus(by).isEmpty()
                    ? Optional.of(new Attempt.Done<>(new CounterOutcome.OutOfRange()))
                    : Optional.empty();
        });
    }

    private Addition addition() {
        NewRow.Writing writing = new NewRow.Writing(Times.now(platform.clock()), platform.ids());
        return seen.flatMap(row -> DataRow.counter(row).plus(by).map(sum -> Addition.exact(row, sum, writing)))
                .orElseGet(() -> Addition.blind(by, writing));
    }

    /** The row as it stands tells why it was refused; the next try is for exactly that row. */
    private Attempt<CounterOutcome> lookCloser(Optional<Item> current) {
        seen = current;
        return refusal().orElseGet(Attempt.Lost::new);
    }

    /** Reads the counter once it was added to; when somebody has removed it meanwhile, it stands at 0. */
    private CounterNumber read() {
        return dynamo.get(get ->
                        get.tableName(location.table()).key(location.head(key)).consistentRead(true))
                .filter(DataRow::isCounter)
                .map(DataRow::counter)
                .orElse(CounterNumber.ZERO);
    }

    private static Attempt<CounterOutcome> counted(CounterNumber value) {
        return new Attempt.Done<>(new CounterOutcome.Counted(value));
    }
}
