package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.dynamodb.ExpiredRecords.Pending;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Removes items of a table with a stream, and notes which records the stream got from it. */
final class RecordedExpiry {
    private final ExpiryLedger ledger;
    private final ExpiredRecords notes;
    private final StreamTail tail;

    RecordedExpiry(ExpiryLedger ledger, ExpiredRecords notes, StreamTail tail) {
        this.ledger = ledger;
        this.notes = notes;
        this.tail = tail;
    }

    /** @param remove removes the item with this key, and tells whether it did */
    void remove(List<JsonNode> keys, Predicate<JsonNode> remove) {
        settle();
        // The way to the end may be long, and nobody should have to wait for it.
        tail.removals();
        ledger.expire(() -> {
            tail.removals();
            notes.begin(new Pending(Set.copyOf(keys), tail.positions()));
            Set<JsonNode> removed = new HashSet<>(keys.stream().filter(remove).toList());
            notes.end(numbers(removed, tail.removals()));
        });
    }

    /** Finds out what became of a removal that was broken off. */
    void settle() {
        notes.pending()
                .ifPresent(pending -> ledger.expire(() -> {
                    tail.moveTo(pending.positions());
                    notes.end(numbers(new HashSet<>(pending.keys()), tail.removals()));
                }));
    }

    /** An item is removed once, whatever else is removed under its key later on. */
    private static List<String> numbers(Set<JsonNode> removed, List<StreamTail.Removal> records) {
        List<String> numbers = new ArrayList<>();
        for (StreamTail.Removal removal : records) {
            if (removed.remove(removal.keys())) {
                numbers.add(removal.sequenceNumber());
            }
        }
        return numbers;
    }
}
