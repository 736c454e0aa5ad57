package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.MAX_VERSION;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Pointer rows: they move only from where they were seen, and their highest number never goes down. */
final class Pointers {

    /** Where a transaction that gives a number moves the pointer, and where it puts the row of that number. */
    static final int POINTER = 0;

    static final int ROW = 1;

    private final Dynamo dynamo;
    private final String table;

    Pointers(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /** What one try to give the next number came to. */
    sealed interface Try<T> {

        record Done<T>(T result) implements Try<T> {}

        /** Nothing is written, because some conditions did not hold. */
        record Refused<T>(Transacted.Refused refused) implements Try<T> {}
    }

    /** Reads a pointer as it stands. */
    Optional<Item> read(Map<String, AttributeValue> key) {
        return dynamo.get(get -> get.tableName(table).key(key).consistentRead(true));
    }

    /** Returns the number after the highest that was ever given. */
    static long next(Optional<Item> pointer) {
        return highest(pointer) + 1;
    }

    private static long highest(Optional<Item> pointer) {
        return pointer.map(item -> item.number(MAX_VERSION)).orElse(0L);
    }

    /**
     * Gives the next number, however many want it: each refusal by the pointer means that another got one.
     *
     * @param work tries it from where the pointer stands
     */
    <T> T advance(Map<String, AttributeValue> key, Function<Optional<Item>, Try<T>> work) {
        return dynamo.retry().run(() -> advance(key, read(key), work));
    }

    private <T> Attempt<T> advance(
            Map<String, AttributeValue> key, Optional<Item> pointer, Function<Optional<Item>, Try<T>> work) {
        return switch (work.apply(pointer)) {
            case Try.Done<T>(T result) -> new Attempt.Done<>(result);
            case Try.Refused<T>(Transacted.Refused refused) -> {
                if (refused.failedAt(POINTER)) {
                    yield new Attempt.Overtaken<>(() -> advance(key, refused.currentAt(POINTER), work));
                }
                checkAgainstRow(key, pointer, refused);
                yield new Attempt.Lost<>();
            }
        };
    }

    /** A pointer that is missing, or behind its rows, refuses every number: that is a fault and not a race. */
    private void checkAgainstRow(Map<String, AttributeValue> key, Optional<Item> seen, Transacted.Refused refused) {
        if (refused.heldAt(POINTER) && refused.failedAt(ROW) && highest(read(key)) == highest(seen)) {
            throw astray(key, "number " + next(seen) + " is taken");
        }
    }

    /** Returns the fault of a pointer that does not fit its versions, for somebody to mend. */
    static IllegalStateException astray(Map<String, AttributeValue> key, String but) {
        return new IllegalStateException("the pointer " + key.values() + " does not fit its versions, " + but
                + ": see docs/runbooks/tables.md#pointer-astray");
    }

    /** Moves a pointer in a transaction, if it still stands as it was seen, or is still absent. */
    static void move(Transaction transaction, String table, Item next, Optional<Item> seen) {
        if (seen.isEmpty()) {
            transaction.put(table, next, put -> put.conditionExpression("attribute_not_exists(pk)"));
            return;
        }
        Map<String, AttributeValue> values = new HashMap<>();
        String condition = equal(MAX_VERSION, seen.get(), values) + " AND " + equal(LAYER_VERSION, seen.get(), values);
        transaction.put(table, next, put -> put.conditionExpression(condition).expressionAttributeValues(values));
    }

    private static String equal(String attribute, Item seen, Map<String, AttributeValue> values) {
        AttributeValue value = seen.attributes().get(attribute);
        if (value == null) {
            return "attribute_not_exists(" + attribute + ")";
        }
        values.put(":" + attribute, value);
        return attribute + " = :" + attribute;
    }
}
