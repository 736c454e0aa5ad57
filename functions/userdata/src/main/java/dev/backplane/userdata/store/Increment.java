package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.BY;
import static dev.backplane.userdata.store.Attributes.EXPIRES;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.RESULT;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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
    private boolean looked;

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

    /**
     * Adds, unless it was done before under the same idempotency key, which keeps what came of it.
     *
     * <p>The sum is of the number that was read, and is written only in its place: so it is the answer, whoever else
     * counts at the same time.
     */
    Attempt<CounterOutcome> attemptOnce(String idempotencyKey) {
        if (!looked) {
            Optional<Item> memory = look(idempotencyKey);
            if (memory.isPresent()) {
                return repeated(memory.get());
            }
        }
        return refusal().orElseGet(() -> addOnce(idempotencyKey));
    }

    /** Reads the counter, and returns the row that remembers the idempotency key. */
    private Optional<Item> look(String idempotencyKey) {
        looked = true;
        Map<String, Item> rows =
                dynamo
                        .getAll(location.table(), List.of(location.head(key), location.key(memoryKey(idempotencyKey))))
                        .stream()
                        .collect(Collectors.toMap(row -> row.text(KEY), row -> row));
        seen = Optional.ofNullable(rows.get(key.value()));
        return Optional.ofNullable(rows.get(memoryKey(idempotencyKey)))
                .filter(row -> row.number(EXPIRES) > platform.clock().instant().getEpochSecond());
    }

    private Attempt<CounterOutcome> addOnce(String idempotencyKey) {
        CounterNumber sum =
                seen.map(DataRow::counter).orElse(CounterNumber.ZERO).plus(by).orElseThrow();
        NewRow.Writing writing = writing();
        Addition addition =
                seen.map(row -> Addition.exact(row, sum, writing)).orElseGet(() -> Addition.first(sum, writing));
        Transaction transaction = remember(new Transaction(), idempotencyKey, sum)
                .update(
                        location.table(),
                        location.head(key),
                        update -> update.updateExpression(addition.update())
                                .conditionExpression(addition.condition())
                                .expressionAttributeNames(addition.names())
                                .expressionAttributeValues(addition.values()));
        return switch (dynamo.transact(transaction)) {
            case Transacted.Committed _ -> counted(sum);
            case Transacted.Refused refused
            when refused.failedAt(MEMORY) -> repeated(refused.currentAt(MEMORY).orElseThrow());
            case Transacted.Refused refused
            when refused.failedAt(COUNTER) -> {
                seen = refused.currentAt(COUNTER);
                yield refusal().orElseGet(() -> new Attempt.Overtaken<>(() -> attemptOnce(idempotencyKey)));
            }
            case Transacted.Refused _ -> new Attempt.Lost<>();
        };
    }

    private String memoryKey(String idempotencyKey) {
        return Location.BESIDE + key + Location.BESIDE + idempotencyKey;
    }

    /** A row that is past its time is as good as gone, for DynamoDB may take days to remove it. */
    private Transaction remember(Transaction transaction, String idempotencyKey, CounterNumber result) {
        Instant now = platform.clock().instant();
        Item memory = Item.builder()
                .text(location.partitionName(), location.partition())
                .text(KEY, memoryKey(idempotencyKey))
                .text(BY, by.toString())
                .text(RESULT, result.toString())
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
                ? counted(CounterNumber.parse(memory.text(RESULT)).orElseThrow())
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
        NewRow.Writing writing = writing();
        return seen.flatMap(row -> DataRow.counter(row).plus(by).map(sum -> Addition.exact(row, sum, writing)))
                .orElseGet(() -> Addition.blind(by, writing));
    }

    /** The row as it stands tells why it was refused; the next try is for exactly that row. */
    private Attempt<CounterOutcome> lookCloser(Optional<Item> current) {
        seen = current;
        return refusal().orElseGet(Attempt.Lost::new);
    }

    private NewRow.Writing writing() {
        return new NewRow.Writing(Times.now(platform.clock()), platform.ids());
    }

    private static Attempt<CounterOutcome> counted(CounterNumber value) {
        return new Attempt.Done<>(new CounterOutcome.Counted(value));
    }
}
