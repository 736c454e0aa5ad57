package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.log.Invocation;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.Version;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads values: the head row, and the separate row if there is one. */
final class ValueReader {

    private static final String MISSING = "the separate row of a large value is missing";

    private final Dynamo dynamo;

    ValueReader(Dynamo dynamo) {
        this.dynamo = dynamo;
    }

    Optional<Item> head(Location location, DataKey key) {
        return dynamo.get(location.table(), location.head(key));
    }

    /** Returns a value with its entry. */
    Optional<Stored> stored(Location location, DataKey key) {
        List<Version> incomplete = new ArrayList<>();
        return dynamo.retry().run(() -> {
            Optional<Item> head = head(location, key);
            if (head.isEmpty()) {
                return new Attempt.Done<>(Optional.empty());
            }
            Entry entry = DataRow.entry(head.get());
            return payload(location, entry, head.get())
                    .<Attempt<Optional<Stored>>>map(
                            payload -> new Attempt.Done<>(Optional.of(new Stored(entry, payload))))
                    .orElseGet(() -> {
                        // Both rows are written together, so a head that lacks its value in two reads is damaged.
                        if (incomplete.contains(entry.version())) {
                            throw new IllegalStateException(MISSING);
                        }
                        incomplete.add(entry.version());
                        return new Attempt.Lost<>();
                    });
        });
    }

    /** Returns the value, or empty when it was replaced between the two reads. */
    Optional<Payload> payload(Location location, Entry entry, Item head) {
        if (!entry.version().isSeparate()) {
            return Optional.of(DataRow.payload(entry, head));
        }
        return dynamo.get(location.table(), location.separate(entry.key()))
                .filter(row -> DataRow.isValueOf(entry, row))
                .map(row -> DataRow.payload(entry, row));
    }

    /** Returns a value for a list by reading both of its rows in one call; a damaged one is logged and left out. */
    Optional<Stored> again(Location location, DataKey key) {
        List<Version> incomplete = new ArrayList<>();
        return dynamo.retry().run(() -> {
            Map<String, Item> rows =
                    byKey(dynamo.getAll(location.table(), List.of(location.head(key), location.separate(key))));
            Item head = rows.get(key.value());
            if (head == null) {
                return new Attempt.Done<>(Optional.empty());
            }
            Entry entry = DataRow.entry(head);
            Item row = entry.version().isSeparate() ? rows.get(Location.SEPARATE_PREFIX + key) : head;
            if (row != null && DataRow.isValueOf(entry, row)) {
                return new Attempt.Done<>(row.read(value -> new Stored(entry, DataRow.listed(entry, value))));
            }
            incomplete.add(entry.version());
            // A batch read is not atomic, so the two rows may be from different times. If three reads return the same
            // head, it did not change during the second read.
            if (Collections.frequency(incomplete, entry.version()) < 3) {
                return new Attempt.Lost<>();
            }
            Invocation.recordFailure(new IllegalStateException(MISSING));
            return new Attempt.Done<>(Optional.empty());
        });
    }

    /** Returns the separate rows of several values, by sort key. */
    Map<String, Item> separate(Location location, List<Entry> entries) {
        return byKey(dynamo.getAll(
                location.table(),
                entries.stream().map(entry -> location.separate(entry.key())).toList()));
    }

    private static Map<String, Item> byKey(List<Item> rows) {
        return rows.stream().collect(Collectors.toMap(row -> row.text(Attributes.KEY), Function.identity()));
    }
}
