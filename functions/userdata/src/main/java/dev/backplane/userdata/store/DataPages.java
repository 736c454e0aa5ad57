package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.beginsWith;
import static dev.backplane.platform.dynamo.Condition.between;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.KEY;

import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists of a namespace, by key; head rows are small, so that a list costs little. */
final class DataPages {

    /** The total size of values at which a page ends early. */
    static final long MAX_PAGE_BYTES = 1024 * 1024;

    private static final String FIRST = "0";

    private final Dynamo dynamo;
    private final ValueReader values;

    DataPages(Dynamo dynamo, ValueReader values) {
        this.dynamo = dynamo;
        this.values = values;
    }

    Page<Entry, DataKey> list(Location location, String prefix, int limit, Optional<DataKey> after) {
        ItemQuery query = heads(location, prefix).after(after.map(location::head));
        return Page.of(dynamo.read(query, limit + 1, DataRow::entry), limit, Entry::key);
    }

    Page<Stored, DataKey> query(Location location, String prefix, int limit, Optional<DataKey> after) {
        ItemQuery query = heads(location, prefix).after(after.map(location::head));
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
        Map<String, Item> separate = large.isEmpty() ? Map.of() : values.separate(location, large);
        List<Stored> found = new ArrayList<>();
        for (Head head : heads) {
            Entry entry = head.entry();
            Optional<Item> row = entry.version().isSeparate()
                    ? Optional.ofNullable(separate.get(Location.SEPARATE_PREFIX + entry.key()))
                            .filter(item -> DataRow.isValueOf(entry, item))
                    : Optional.of(head.row());
            row.map(item -> item.read(value -> new Stored(entry, DataRow.listed(entry, value))))
                    // The value was replaced or removed between the two reads.
                    .orElseGet(() -> values.again(location, entry.key()))
                    .ifPresent(found::add);
        }
        return found;
    }

    /** Returns a query of the head rows, without the other rows of the partition. */
    static ItemQuery heads(Location location, String prefix) {
        Condition range = prefix.isEmpty()
                ? between(KEY, Values.text(FIRST), Values.text(Location.SEPARATE_PREFIX))
                : beginsWith(KEY, prefix);
        return ItemQuery.of(
                        location.table(),
                        equal(location.partitionName(), Values.text(location.partition()))
                                .and(range))
                .consistent(true);
    }
}
