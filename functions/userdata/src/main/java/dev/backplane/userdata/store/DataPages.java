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
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Lists of a namespace, in the order of keys; heads are small, so that they cost by their number. */
final class DataPages {

    /** How much of values a page holds; one value alone may be more than what is left of it. */
    static final long MAX_PAGE_BYTES = 1024 * 1024;

    private static final String FIRST = "0";

    private final Dynamo dynamo;
    private final ValueReader values;

    DataPages(Dynamo dynamo, ValueReader values) {
        this.dynamo = dynamo;
        this.values = values;
    }

    Page<Entry, DataKey> list(Location location, String prefix, int limit, Optional<DataKey> after) {
        List<Entry> entries = heads(location, prefix, limit + 1, after.map(location::head)).items().stream()
                .map(DataRow::entry)
                .toList();
        return Page.of(entries, limit, Entry::key);
    }

    Page<Stored, DataKey> query(Location location, String prefix, int limit, Optional<DataKey> after) {
        List<Item> heads =
                heads(location, prefix, limit + 1, after.map(location::head)).items();
        int count = Math.min(limit, fitting(heads));
        List<Item> page = heads.subList(0, count);
        List<Stored> found = stored(location, page);
        return new Page<>(
                found,
                count < heads.size() ? Optional.of(DataRow.entry(page.getLast()).key()) : Optional.empty());
    }

    private static int fitting(List<Item> heads) {
        long bytes = 0;
        int count = 0;
        for (Item head : heads) {
            bytes += DataRow.entry(head).size();
            if (count > 0 && bytes > MAX_PAGE_BYTES) {
                break;
            }
            count++;
        }
        return count;
    }

    private List<Stored> stored(Location location, List<Item> heads) {
        List<Entry> large = heads.stream()
                .map(DataRow::entry)
                .filter(entry -> entry.version().isApart())
                .toList();
        Map<String, Item> apart = large.isEmpty() ? Map.of() : values.apart(location, large);
        List<Stored> found = new ArrayList<>();
        for (Item head : heads) {
            Entry entry = DataRow.entry(head);
            Optional<Item> row = entry.version().isApart()
                    ? Optional.ofNullable(apart.get(Location.APART + entry.key()))
                            .filter(item -> DataRow.version(item).equals(entry.version()))
                    : Optional.of(head);
            row.map(item -> new Stored(entry, DataRow.payload(entry, item)))
                    // Written anew between the two reads; when it has gone meanwhile, it is not listed.
                    .or(() -> values.again(location, entry.key()))
                    .ifPresent(found::add);
        }
        return found;
    }

    /** Returns heads, and no other rows of the partition. */
    Rows heads(Location location, String prefix, int limit, Optional<Map<String, AttributeValue>> start) {
        Condition range = prefix.isEmpty()
                ? between(KEY, Values.text(FIRST), Values.text(Location.APART))
                : beginsWith(KEY, prefix);
        Condition partition = equal(location.partitionName(), Values.text(location.partition()));
        return dynamo.query(ItemQuery.of(location.table(), partition.and(range))
                .consistent(true)
                .limit(limit)
                .after(start));
    }
}
