package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Stored;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads values: the head row, and the row apart if the value is large. */
final class ValueReader {

    private final Dynamo dynamo;

    ValueReader(Dynamo dynamo) {
        this.dynamo = dynamo;
    }

    Optional<Item> head(Location location, DataKey key) {
        return dynamo.get(location.table(), location.head(key));
    }

    /** Returns a value with its entry. */
    Optional<Stored> stored(Location location, DataKey key) {
        return dynamo.retry().run(() -> {
            Optional<Item> head = head(location, key);
            if (head.isEmpty()) {
                return new Attempt.Done<>(Optional.empty());
            }
            Entry entry = DataRow.entry(head.get());
            return payload(location, entry, head.get())
                    .<Attempt<Optional<Stored>>>map(
                            payload -> new Attempt.Done<>(Optional.of(new Stored(entry, payload))))
                    .orElseGet(Attempt.Lost::new);
        });
    }

    /** Returns the value, or empty when it was replaced between the two reads. */
    Optional<Payload> payload(Location location, Entry entry, Item head) {
        if (!entry.version().isApart()) {
            return Optional.of(DataRow.payload(entry, head));
        }
        return dynamo.get(location.table(), location.apart(entry.key()))
                .filter(row -> DataRow.version(row).equals(entry.version()))
                .map(row -> DataRow.payload(entry, row));
    }

    /** Returns a value by reading both of its rows in one call. */
    Optional<Stored> again(Location location, DataKey key) {
        return dynamo.retry().run(() -> {
            Map<String, Item> rows =
                    byKey(dynamo.getAll(location.table(), List.of(location.head(key), location.apart(key))));
            Item head = rows.get(key.value());
            if (head == null) {
                return new Attempt.Done<>(Optional.empty());
            }
            Entry entry = DataRow.entry(head);
            Item row = entry.version().isApart() ? rows.get(Location.APART + key) : head;
            return row != null && DataRow.version(row).equals(entry.version())
                    ? new Attempt.Done<>(Optional.of(new Stored(entry, DataRow.payload(entry, row))))
                    : new Attempt.Lost<>();
        });
    }

    /** Returns the rows apart of several values, by sort key. */
    Map<String, Item> apart(Location location, List<Entry> entries) {
        return byKey(dynamo.getAll(
                location.table(),
                entries.stream().map(entry -> location.apart(entry.key())).toList()));
    }

    private static Map<String, Item> byKey(List<Item> rows) {
        return rows.stream().collect(Collectors.toMap(row -> row.text(Attributes.KEY), Function.identity()));
    }
}
