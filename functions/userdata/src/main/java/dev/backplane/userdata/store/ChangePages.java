package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.between;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.APP_USER;
import static dev.backplane.userdata.store.Attributes.RECORDED_AT;
import static dev.backplane.userdata.store.Attributes.SEQUENCE;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.log.Invocation;
import dev.backplane.userdata.BatchRead.Found;
import dev.backplane.userdata.BatchRead.RealmKey;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.ChangeCursor;
import dev.backplane.userdata.ChangesOutcome.Changed;
import dev.backplane.userdata.ChangesOutcome.Changes;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import dev.backplane.userdata.store.Backfill.Progress;
import dev.backplane.userdata.store.ChangeStore.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Pages of a user's changes.
 *
 * <p>A query may see a part of a transaction: "The isolation level is read-committed between any transactional operation and
 * any read operation that involves multiple standard reads"
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html). So a page ends at the number
 * that the counters had before the query, and the changes of the last minute are queried again by the next request, which
 * leaves out those that the cursor lists.
 */
final class ChangePages {

    /** After this time, the row of a change is visible if its number is. */
    static final Duration SETTLING = Duration.ofMinutes(1);

    private static final int ATTEMPTS = 3;

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final BatchReader values;

    ChangePages(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.values = new BatchReader(dynamo, settings, new ValueReader(dynamo, platform.clock()));
    }

    private record Row(long number, Change change, Instant recordedAt) {

        static Row of(Item item) {
            return new Row(
                    FeedPosition.number(item.text(SEQUENCE)),
                    ChangeRow.toChange(item),
                    Times.parse(item.text(RECORDED_AT)));
        }

        RealmKey key() {
            return new RealmKey(change.realm(), change.key());
        }

        boolean isSeen(Instant now) {
            return change.expiresAt().filter(time -> !time.isAfter(now)).isEmpty();
        }

        boolean hasValue(Instant now) {
            return !change.deleted() && isSeen(now);
        }
    }

    /**
     * Returns a page; empty if nothing can be returned because writes are in progress.
     *
     * @param progress the last number, as it was before
     * @param now a time before the counters were read
     * @param unreadable the versions that earlier attempts found no value of
     */
    Optional<Changes> read(Request request, Progress progress, Instant now, List<Version> unreadable) {
        FeedPosition position = progress.position();
        ChangeCursor since = request.since().orElseGet(() -> ChangeCursor.start(position.feed(), now));
        List<Row> rows = query(request, since, position);
        List<Row> fresh =
                rows.stream().filter(row -> !since.knows(row.number())).toList();
        List<Row> page = fresh.subList(0, Math.min(request.limit(), request.values() ? fitting(fresh) : fresh.size()));
        Map<RealmKey, Stored> stored = request.values() ? stored(request, page, now) : Map.of();
        if (request.values()) {
            page = readable(page, stored, now, unreadable);
        }
        if (page.isEmpty() && !fresh.isEmpty()) {
            return Optional.empty();
        }
        boolean rest = page.size() < fresh.size();
        boolean more = rest || !progress.complete();
        long end = rest ? page.getLast().number() : position.last();
        ChangeCursor next = new ChangeCursor(
                position.feed(),
                Optional.of(position.generation()),
                settled(rows, since, end, now),
                new BitSet(),
                more ? since.asOf() : now);
        rows.stream()
                .map(Row::number)
                .filter(number -> number > next.settled() && number <= end)
                .forEach(number -> next.later().set((int) (number - next.settled() - 1)));
        return Optional.of(new Changes(items(page, stored, request.values(), now), next, more));
    }

    private List<Row> query(Request request, ChangeCursor since, FeedPosition position) {
        if (since.settled() >= position.last()) {
            return List.of();
        }
        ItemQuery query = ItemQuery.of(
                        settings.appChanges(),
                        equal(APP_USER, Values.text(ChangeRow.partition(request.namespace(Realm.JSON))))
                                .and(between(
                                        SEQUENCE,
                                        Values.text(position.sequence(since.settled() + 1)),
                                        Values.text(position.sequence(position.last())))))
                .index(Tables.BY_SEQUENCE)
                .consistent(true);
        return dynamo.read(query, request.limit() + since.later().cardinality() + 1, Row::of);
    }

    /** Returns how many values fit into a response. */
    private static int fitting(List<Row> rows) {
        long bytes = 0;
        int count = 0;
        while (count < rows.size() && (count == 0 || bytes <= ValueReader.MAX_PAGE_BYTES)) {
            bytes += inline(rows.get(count).change());
            count++;
        }
        return bytes > ValueReader.MAX_PAGE_BYTES && count > 1 ? count - 1 : count;
    }

    /** Returns the size of a value in the response; one that an object contains has none. */
    private static long inline(Change change) {
        return change.size() <= change.key().sizeWith(Payload.MAX_BYTES) ? change.size() : 0;
    }

    /** Returns the number up to which all changes are known and settled. */
    private static long settled(List<Row> rows, ChangeCursor since, long end, Instant now) {
        Instant settling = now.minus(SETTLING);
        long settled = rows.stream()
                .filter(row -> row.number() <= end && row.recordedAt().isBefore(settling))
                .mapToLong(Row::number)
                .max()
                .orElse(since.settled());
        return Math.max(settled, end - ChangeCursor.MAX_LATER);
    }

    /** Returns what callers see of changes: not a value that has expired, whose removal follows. */
    private static List<Changed> items(List<Row> page, Map<RealmKey, Stored> stored, boolean values, Instant now) {
        return page.stream()
                .filter(row -> row.isSeen(now))
                .map(row -> new Changed(row.change(), Optional.ofNullable(stored.get(row.key()))))
                .filter(item ->
                        !values || item.change().deleted() || item.value().isPresent())
                .toList();
    }

    /**
     * Returns the first changes of a page, as far as the values are those that were written.
     *
     * <p>A value that is not was replaced or removed meanwhile, or its write is in progress. Its change is left to the next
     * page, which begins with the key's last change. A change whose value is not found three times in a row is damaged. It
     * is logged and left out.
     */
    private static List<Row> readable(
            List<Row> page, Map<RealmKey, Stored> stored, Instant now, List<Version> unreadable) {
        for (int i = 0; i < page.size(); i++) {
            Row row = page.get(i);
            if (!row.hasValue(now) || stored.containsKey(row.key())) {
                continue;
            }
            Version version = row.change().version();
            if (i > 0) {
                return page.subList(0, i);
            }
            unreadable.add(version);
            if (Collections.frequency(unreadable, version) < ATTEMPTS) {
                return List.of();
            }
            Invocation.recordFailure(new IllegalStateException("the value of a change is missing"));
        }
        return page;
    }

    /** Reads the values that are as their changes wrote them. */
    private Map<RealmKey, Stored> stored(Request request, List<Row> page, Instant now) {
        Map<RealmKey, Version> wanted = page.stream()
                .filter(row -> row.hasValue(now))
                .collect(Collectors.toMap(Row::key, row -> row.change().version()));
        if (wanted.isEmpty()) {
            return Map.of();
        }
        return values.read(request.app(), request.user(), List.copyOf(wanted.keySet())).found().stream()
                .filter(found -> found.stored().entry().version().equals(wanted.get(key(found))))
                .collect(Collectors.toMap(ChangePages::key, Found::stored));
    }

    private static RealmKey key(Found found) {
        return new RealmKey(found.realm(), found.stored().entry().key());
    }
}
