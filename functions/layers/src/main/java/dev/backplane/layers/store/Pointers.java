package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.KEPT;
import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.MAX_VERSION;
import static dev.backplane.layers.store.Attributes.PK;
import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Pointer rows; a pointer changes only if it is as it was read, and its highest number never goes down. */
final class Pointers {

    private final Dynamo dynamo;
    private final String table;

    Pointers(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /** A transaction that moves a pointer to the next number and inserts the row of that number. */
    record Numbering(Transaction transaction, Action pointer, Action row) {}

    /** The result of one attempt to assign the next number. */
    sealed interface Outcome<T> {

        record Done<T>(T result) implements Outcome<T> {}

        /** Nothing is written, because a condition did not hold. */
        record Refused<T>(Numbering numbering, Transaction.Refused refused) implements Outcome<T> {}
    }

    Optional<Item> read(Map<String, AttributeValue> key) {
        return dynamo.get(table, key);
    }

    /** Returns the number after the highest that was ever assigned. */
    static long next(Optional<Item> pointer) {
        return highest(pointer) + 1;
    }

    private static long highest(Optional<Item> pointer) {
        return pointer.map(item -> item.number(MAX_VERSION)).orElse(0L);
    }

    /**
     * Assigns the next number; each refusal by the pointer means that a concurrent caller got one.
     *
     * @param work makes an attempt from the pointer as it was read
     */
    <T> T advance(Map<String, AttributeValue> key, Function<Optional<Item>, Outcome<T>> work) {
        return dynamo.retry().run(() -> advance(key, read(key), work));
    }

    private <T> Attempt<T> advance(
            Map<String, AttributeValue> key, Optional<Item> pointer, Function<Optional<Item>, Outcome<T>> work) {
        return switch (work.apply(pointer)) {
            case Outcome.Done<T>(T result) -> new Attempt.Done<>(result);
            case Outcome.Refused<T>(Numbering numbering, Transaction.Refused refused) -> {
                if (refused.failed(numbering.pointer())) {
                    yield new Attempt.Overtaken<>(() -> advance(key, refused.current(numbering.pointer()), work));
                }
                boolean rowExists = refused.held(numbering.pointer()) && refused.failed(numbering.row());
                // A pointer that is missing or behind its rows makes every attempt fail: a fault, not a race.
                if (rowExists && highest(read(key)) == highest(pointer)) {
                    throw inconsistent(key, "number " + next(pointer) + " is taken");
                }
                yield new Attempt.Lost<>();
            }
        };
    }

    /** Returns the fault of a pointer that does not match its versions, which an operator has to repair. */
    static IllegalStateException inconsistent(Map<String, AttributeValue> key, String reason) {
        return new IllegalStateException("the pointer " + key.values() + " does not match its versions: " + reason
                + "; see docs/runbooks/tables.md#pointer-does-not-match");
    }

    Numbering number(Item pointer, Optional<Item> seen, Item row) {
        Transaction transaction = new Transaction();
        Action moved = move(transaction, pointer, seen);
        return new Numbering(transaction, moved, transaction.put(table, row, absent(PK)));
    }

    /** Moves a pointer if it is still as it was read, or still absent. */
    Action move(Transaction transaction, Item next, Optional<Item> seen) {
        Condition unchanged = seen.map(item ->
                        all(unchanged(MAX_VERSION, item), unchanged(LAYER_VERSION, item), unchanged(KEPT, item)))
                .orElseGet(() -> absent(PK));
        return transaction.put(table, next, unchanged);
    }

    private static Condition unchanged(String attribute, Item seen) {
        return equal(attribute, Optional.ofNullable(seen.attributes().get(attribute)));
    }
}
