package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.BatchRead;
import dev.backplane.userdata.BatchRead.Found;
import dev.backplane.userdata.BatchRead.RealmKey;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads the values of several keys: all head rows in one call, and all separate rows in a second one if there are any. */
final class BatchReader {

    /**
     * The size of the values of one response. With metadata and encoded in base64, it is less than the 6 MB of Lambda
     * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
     */
    static final long MAX_BYTES = 4_000_000;

    /** More than the metadata of an entry without its key and content type. */
    private static final int METADATA_BYTES = 256;

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final ValueReader values;

    BatchReader(Dynamo dynamo, UserdataSettings settings, ValueReader values) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.values = values;
    }

    /** A row that is read, and where the values of its realm are. */
    private record Place(Location location, String sort) {}

    private record Head(RealmKey wanted, Location location, Item row, Entry entry) {

        Place separate() {
            return new Place(location, Location.SEPARATE_PREFIX + entry.key());
        }
    }

    BatchRead read(AppName app, UserId user, List<RealmKey> keys) {
        BatchRead result = new BatchRead(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<Head> heads = heads(app, user, keys, result);
        Map<Place, Item> separate = rows(heads.stream()
                .filter(head -> head.entry().version().isSeparate())
                .map(Head::separate)
                .toList());
        for (Head head : heads) {
            Optional<Item> row = head.entry().version().isSeparate()
                    ? Optional.ofNullable(separate.get(head.separate()))
                            .filter(item -> DataRow.isValueOf(head.entry(), item))
                    : Optional.of(head.row());
            row.ifPresentOrElse(
                    item -> result.found()
                            .add(new Found(
                                    head.wanted().realm(),
                                    new Stored(head.entry(), DataRow.listed(head.entry(), item)))),
                    () -> readAgain(head, result));
        }
        return result;
    }

    /** Reads the heads of the values that fit into the response, and adds the other keys to the result. */
    private List<Head> heads(AppName app, UserId user, List<RealmKey> keys, BatchRead result) {
        List<Place> places = keys.stream()
                .map(wanted -> new Place(
                        Location.of(new Namespace.AppData(app, user, wanted.realm()), settings),
                        wanted.key().value()))
                .toList();
        Map<Place, Item> rows = rows(places);
        List<Head> fitting = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < keys.size(); i++) {
            Item row = rows.get(places.get(i));
            if (row == null || !values.isSeen(row)) {
                result.missing().add(keys.get(i));
                continue;
            }
            Head head = new Head(keys.get(i), places.get(i).location(), row, DataRow.entry(row));
            bytes += rendered(head.entry());
            if (bytes <= MAX_BYTES) {
                fitting.add(head);
            } else {
                result.unprocessed().add(keys.get(i));
            }
        }
        return fitting;
    }

    /** Returns at least the size of a value in the response. */
    private static long rendered(Entry entry) {
        long key = entry.key().sizeWith(0);
        long value = entry.object().isPresent() ? 0 : entry.size() - key;
        // A blob is in base64, and its type may contain quotes.
        return METADATA_BYTES
                + key
                + entry.contentType()
                        .map(type -> 2L * type.length() + (value + 2) / 3 * 4)
                        .orElse(value);
    }

    /** Reads rows of all tables in one call. */
    private Map<Place, Item> rows(List<Place> places) {
        Map<String, List<Map<String, AttributeValue>>> wanted = new HashMap<>();
        Map<String, Location> locations = new HashMap<>();
        for (Place place : places) {
            String table = place.location().table();
            locations.put(table, place.location());
            wanted.computeIfAbsent(table, _ -> new ArrayList<>())
                    .add(place.location().key(place.sort()));
        }
        Map<String, List<Item>> found = dynamo.getAll(wanted);
        Map<Place, Item> rows = new HashMap<>();
        locations.forEach((table, location) -> found.getOrDefault(table, List.of())
                .forEach(row -> rows.put(new Place(location, row.text(Attributes.KEY)), row)));
        return rows;
    }

    /** Reads a value that was replaced or removed between the two calls; a larger one may not fit any more. */
    private void readAgain(Head head, BatchRead result) {
        DataKey key = head.wanted().key();
        Optional<Stored> stored = values.together(head.location(), key);
        if (stored.isEmpty()) {
            result.missing().add(head.wanted());
        } else if (rendered(stored.get().entry()) > rendered(head.entry())) {
            result.unprocessed().add(head.wanted());
        } else {
            result.found().add(new Found(head.wanted().realm(), stored.get()));
        }
    }
}
