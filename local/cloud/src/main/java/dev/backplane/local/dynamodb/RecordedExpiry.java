package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.dynamodb.ExpiredRecords.Pending;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Deletes expired items of a table with a stream and records the resulting stream records. */
final class RecordedExpiry {

    private final ExpiryLedger ledger;
    private final ExpiredRecords notes;
    private final StreamTail tail;

    RecordedExpiry(ExpiryLedger ledger, ExpiredRecords notes, StreamTail tail) {
        this.ledger = ledger;
        this.notes = notes;
        this.tail = tail;
    }

    /** @param remove deletes the item with this key and returns whether it did */
    void remove(List<JsonNode> keys, Predicate<JsonNode> remove) {
        settle();
        // Catch up with the stream outside the lock, because that may take long.
        tail.removals();
        ledger.expire(() -> {
            tail.removals();
            notes.begin(new Pending(Set.copyOf(keys), tail.positions()));
            Set<JsonNode> removed = new HashSet<>(keys.stream().filter(remove).toList());
            notes.end(numbers(removed, tail.removals()));
        });
    }

    /** Completes an interrupted deletion. */
    void settle() {
        notes.pending()
                .ifPresent(pending -> ledger.expire(() -> {
                    tail.moveTo(pending.positions());
                    notes.end(numbers(new HashSet<>(pending.keys()), tail.removals()));
                }));
    }

    /** Matches each deleted item with its first record. */
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
