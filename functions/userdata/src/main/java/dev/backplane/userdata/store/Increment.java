package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.userdata.store.Attributes.BY;
import static dev.backplane.userdata.store.Attributes.EXPIRES;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.RESULT;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.CounterOutcome;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Version;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One increment of one counter, attempted until it is done or refused. */
final class Increment {

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

    /** Adds without an idempotency key. */
    Attempt<CounterOutcome> attempt() {
        return refusal().orElseGet(() -> {
            return switch (dynamo.updateAndGet(location.table(), location.head(key), addition())) {
                case Write.Applied(Optional<Item> now) -> counted(DataRow.counter(now.orElseThrow()));
                case Write.Refused(Optional<Item> current) -> lookCloser(current);
            };
        });
    }

    /**
     * Adds, unless an earlier request with the same idempotency key did; then it returns the stored result.
     *
     * <p>The sum is computed from the number that was read, and written only if that is still the current one. So the
     * result is correct even with concurrent increments.
     */
    Attempt<CounterOutcome> attemptOnce(IdempotencyKey idempotencyKey) {
        if (!looked) {
            Optional<Item> memory = look(idempotencyKey);
            if (memory.isPresent()) {
                return repeated(memory.get());
            }
        }
        return refusal().orElseGet(() -> addOnce(idempotencyKey));
    }

    /** Reads the counter, and returns the row that remembers the idempotency key. */
    private Optional<Item> look(IdempotencyKey idempotencyKey) {
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

    private Attempt<CounterOutcome> addOnce(IdempotencyKey idempotencyKey) {
        CounterNumber sum =
                seen.map(DataRow::counter).orElse(CounterNumber.ZERO).plus(by).orElseThrow();
        Version next = next();
        ItemUpdate addition =
                seen.map(row -> Addition.exact(row, sum, next)).orElseGet(() -> Addition.first(sum, next));
        Transaction transaction = new Transaction();
        Action remembered = remember(transaction, idempotencyKey, sum);
        Action counter = transaction.update(location.table(), location.head(key), addition);
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> counted(sum);
            case Transaction.Refused refused
            when refused.failed(remembered) ->
                repeated(refused.current(remembered).orElseThrow());
            case Transaction.Refused refused
            when refused.failed(counter) -> {
                seen = refused.current(counter);
                yield refusal().orElseGet(() -> new Attempt.Overtaken<>(() -> attemptOnce(idempotencyKey)));
            }
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }

    private String memoryKey(IdempotencyKey idempotencyKey) {
        return Location.MEMORY_PREFIX + key + Location.MEMORY_PREFIX + idempotencyKey.value();
    }

    /** Stores the idempotency key. An expired row counts as absent, because DynamoDB may take days to delete it. */
    private Action remember(Transaction transaction, IdempotencyKey idempotencyKey, CounterNumber result) {
        Instant now = platform.clock().instant();
        Item memory = Item.builder()
                .text(location.partitionName(), location.partition())
                .text(KEY, memoryKey(idempotencyKey))
                .text(BY, by.toString())
                .text(RESULT, result.toString())
                .number(EXPIRES, now.plus(CounterStore.KEY_RETENTION).getEpochSecond())
                .build();
        return transaction.put(
                location.table(), memory, absent(KEY).or(atMost(EXPIRES, Values.number(now.getEpochSecond()))));
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

    private ItemUpdate addition() {
        Version next = next();
        return seen.flatMap(row -> DataRow.counter(row).plus(by).map(sum -> Addition.exact(row, sum, next)))
                .orElseGet(() -> Addition.blind(by, next));
    }

    /** Finds the reason of a refusal in the current row; the next attempt expects exactly that row. */
    private Attempt<CounterOutcome> lookCloser(Optional<Item> current) {
        seen = current;
        return refusal().orElseGet(Attempt.Lost::new);
    }

    /** Returns a new version, without when the counter was created, because that is not read. */
    private Version next() {
        return Version.next(Optional.empty(), Times.now(platform.clock()), platform.ids());
    }

    private static Attempt<CounterOutcome> counted(CounterNumber value) {
        return new Attempt.Done<>(new CounterOutcome.Counted(value));
    }
}
