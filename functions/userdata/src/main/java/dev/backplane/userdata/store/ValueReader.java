package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.beginsWith;
import static dev.backplane.platform.dynamo.Condition.between;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.KEY;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.log.Invocation;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.Version;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads values, alone and in lists: the head row, and the separate row if there is one. Head rows are small, so that a
 * list costs little.
 */
final class ValueReader {

    /** The total size of values at which a page ends early. */
    static final long MAX_PAGE_BYTES = 1024 * 1024;

    private static final String FIRST = "0";
    private static final String MISSING = "the separate row of a large value is missing";

    private final Dynamo dynamo;
    private final Clock clock;

    ValueReader(Dynamo dynamo, Clock clock) {
        this.dynamo = dynamo;
        this.clock = clock;
    }

    /** Returns whether readers see the value of a row, because it has not expired. */
    boolean isSeen(Item head) {
        return !DataRow.isExpired(head, Times.now(clock));
    }

    /** Returns a value with its entry. */
    Optional<Stored> stored(Location location, DataKey key) {
        List<Version> incomplete = new ArrayList<>();
        return dynamo.retry().run(() -> {
            Optional<Item> head =
                    dynamo.get(location.table(), location.head(key)).filter(this::isSeen);
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

    /** Lists the entries whose keys start with a prefix, without their values, by key. */
    Page<Entry, DataKey> list(Location location, String prefix, int limit, Optional<DataKey> after) {
        ItemQuery query = seen(location, prefix).after(after.map(location::head));
        return Page.of(dynamo.read(query, limit + 1, DataRow::entry), limit, Entry::key);
    }

    /** Lists values whose keys start with a prefix; a page ends early before it becomes too large. */
    Page<Stored, DataKey> query(Location location, String prefix, int limit, Optional<DataKey> after) {
        ItemQuery query = seen(location, prefix).after(after.map(location::head));
        List<Head> heads = dynamo.read(query, limit + 1, head -> new Head(head, DataRow.entry(head)));
        int count = Math.min(limit, fitting(heads));
        List<Head> page = heads.subList(0, count);
        return new Page<>(
                stored(location, page),
                count < heads.size() ? Optional.of(page.getLast().entry().key()) : Optional.empty());
    }

    private record Head(Item row, Entry entry) {}

    private static int fitting(List<Head> heads) {
        long bytes = 0;
        int count = 0;
        for (Head head : heads) {
            bytes += head.entry().size();
            if (count > 0 && bytes > MAX_PAGE_BYTES) {
                break;
            }
            count++;
        }
        return count;
    }

    private List<Stored> stored(Location location, List<Head> heads) {
        List<Entry> large = heads.stream()
                .map(Head::entry)
                .filter(entry -> entry.version().isSeparate())
                .toList();
        Map<String, Item> separate = large.isEmpty() ? Map.of() : separate(location, large);
        List<Stored> found = new ArrayList<>();
        for (Head head : heads) {
            Entry entry = head.entry();
            Optional<Item> row = entry.version().isSeparate()
                    ? Optional.ofNullable(separate.get(Location.SEPARATE_PREFIX + entry.key()))
                            .filter(item -> DataRow.isValueOf(entry, item))
                    : Optional.of(head.row());
            row.map(item -> item.read(value -> new Stored(entry, DataRow.listed(entry, value))))
                    // The value was replaced or removed between the two reads.
                    .orElseGet(() -> again(location, entry.key()))
                    .ifPresent(found::add);
        }
        return found;
    }

    /** Returns a value for a list; a damaged one is logged and left out. */
    private Optional<Stored> again(Location location, DataKey key) {
        try {
            return together(location, key);
        } catch (IllegalStateException e) {
            Invocation.recordFailure(e);
            return Optional.empty();
        }
    }

    /**
     * Returns a value by reading both of its rows in one call.
     *
     * @throws IllegalStateException if the value is damaged
     */
    Optional<Stored> together(Location location, DataKey key) {
        List<Version> incomplete = new ArrayList<>();
        return dynamo.retry().run(() -> {
            Map<String, Item> rows =
                    byKey(dynamo.getAll(location.table(), List.of(location.head(key), location.separate(key))));
            Item head = rows.get(key.value());
            if (head == null || !isSeen(head)) {
                return new Attempt.Done<>(Optional.empty());
            }
            Entry entry = DataRow.entry(head);
            Item row = entry.version().isSeparate() ? rows.get(Location.SEPARATE_PREFIX + key) : head;
            if (row != null && DataRow.isValueOf(entry, row)) {
                return new Attempt.Done<>(Optional.of(new Stored(entry, DataRow.listed(entry, row))));
            }
            incomplete.add(entry.version());
            // A batch read is not atomic, so the two rows may be from different times. If three reads return the same
            // head, it did not change during the second read.
            if (Collections.frequency(incomplete, entry.version()) < 3) {
                return new Attempt.Lost<>();
            }
            throw new IllegalStateException(MISSING);
        });
    }

    /** Returns the separate rows of several values, by sort key. */
    private Map<String, Item> separate(Location location, List<Entry> entries) {
        return byKey(dynamo.getAll(
                location.table(),
                entries.stream().map(entry -> location.separate(entry.key())).toList()));
    }

    private static Map<String, Item> byKey(List<Item> rows) {
        return rows.stream().collect(Collectors.toMap(row -> row.text(Attributes.KEY), Function.identity()));
    }

    /** Returns a query of the head rows of values that have not expired. */
    private ItemQuery seen(Location location, String prefix) {
        return heads(location, prefix).filter(DataRow.isLive(Times.now(clock)));
    }

    /** Returns a query of the head rows of blobs and of uploads. */
    static ItemQuery headsAndUploads(Location location) {
        return rows(location, between(KEY, Values.text(UploadRow.PREFIX), Values.text(Location.SEPARATE_PREFIX)));
    }

    /** Returns a query of the head rows, without the other rows of the partition. */
    static ItemQuery heads(Location location, String prefix) {
        Condition range = prefix.isEmpty()
                ? between(KEY, Values.text(FIRST), Values.text(Location.SEPARATE_PREFIX))
                : beginsWith(KEY, prefix);
        return rows(location, range);
    }

    private static ItemQuery rows(Location location, Condition range) {
        return ItemQuery.of(
                        location.table(),
                        equal(location.partitionName(), Values.text(location.partition()))
                                .and(range))
                .consistent(true);
    }
}
