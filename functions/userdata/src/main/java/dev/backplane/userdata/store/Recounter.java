package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.APP_SHARD;
import static dev.backplane.userdata.store.Attributes.BACKFILL;
import static dev.backplane.userdata.store.Attributes.EXPIRING;
import static dev.backplane.userdata.store.Attributes.FED;
import static dev.backplane.userdata.store.Attributes.FEED;
import static dev.backplane.userdata.store.Attributes.GENERATION;
import static dev.backplane.userdata.store.Attributes.GUARDED;
import static dev.backplane.userdata.store.Attributes.REACHED;
import static dev.backplane.userdata.store.Attributes.REV;
import static dev.backplane.userdata.store.Attributes.SEQUENCE;
import static dev.backplane.userdata.store.Attributes.SIZE;

import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Recount;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import java.time.Clock;
import java.util.HashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Compares the counters of a user with the values that they count.
 *
 * <p>Every write changes the counters' {@code rev}. If it is the same before and after the count, no
 * write happened in between, and a difference is real; otherwise the count is repeated.
 */
final class Recounter {

    private static final int PAGE = 1000;
    private static final Set<String> MARKS =
            Set.of(GUARDED, EXPIRING, FEED, GENERATION, SEQUENCE, BACKFILL, FED, REACHED);

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Clock clock;
    private final Ids ids;
    private final AppGuards guards;

    Recounter(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.ids = platform.ids();
        this.guards = new AppGuards(dynamo, settings.apps(), clock);
    }

    Recount recount(AppName app, UserId user, boolean repair) {
        return dynamo.retry().run(() -> {
            Optional<Item> row = read(app, user);
            Usage stored = row.map(UsageRow::usage).orElse(Usage.NOTHING);
            Usage actual = count(app, user);
            if (stored.equals(actual)) {
                return new Attempt.Done<>(new Recount(stored, actual, false));
            }
            boolean stands = repair
                    ? repair(app, user, row, actual)
                    : rev(read(app, user)).equals(rev(row));
            return stands ? new Attempt.Done<>(new Recount(stored, actual, repair)) : new Attempt.Lost<>();
        });
    }

    private Usage count(AppName app, UserId user) {
        LongSummaryStatistics json = new LongSummaryStatistics();
        LongSummaryStatistics blob = new LongSummaryStatistics();
        LongSummaryStatistics reserved = new LongSummaryStatistics();
        dynamo.forEach(
                ValueReader.heads(location(app, user, Realm.JSON), "").limit(PAGE),
                head -> json.accept(DataRow.size(head)));
        dynamo.forEach(
                ValueReader.headsAndUploads(location(app, user, Realm.BLOB)).limit(PAGE), row -> {
                    if (!UploadRow.isUpload(row)) {
                        blob.accept(DataRow.size(row));
                    } else if (UploadRow.isOpen(row)) {
                        reserved.accept(row.number(SIZE));
                    }
                });
        return Usage.of(Map.of(Realm.JSON, count(json), Realm.BLOB, count(blob)))
                .with(count(reserved));
    }

    private Location location(AppName app, UserId user, Realm realm) {
        return Location.of(new Namespace.AppData(app, user, realm), settings);
    }

    private static Count count(LongSummaryStatistics sizes) {
        return new Count(sizes.getSum(), sizes.getCount());
    }

    /** Writes the counters unless they changed since they were read. */
    private boolean repair(AppName app, UserId user, Optional<Item> before, Usage actual) {
        Optional<String> rev = rev(before);
        if (rev.isEmpty() && actual.entries() > 0) {
            begin(app, user);
            return false;
        }
        Condition unchanged = equal(REV, rev.map(Values::text));
        boolean guarded = before.filter(row -> row.flag(GUARDED)).isPresent();
        if (actual.entries() > 0 && Recording.isKept(before) && !guarded) {
            return enter(app, user, UsageRow.toItem(app, user, actual, nextRev()), before);
        }
        if (actual.entries() > 0) {
            Item row = with(UsageRow.toItem(app, user, actual, nextRev()), marks(before));
            return dynamo.put(settings.appUsage(), row, unchanged) instanceof Write.Applied;
        }
        Transaction transaction = new Transaction();
        if (Recording.isKept(before)) {
            transaction.put(settings.appUsage(), former(app, user, before), unchanged);
        } else {
            transaction.delete(settings.appUsage(), UsageRow.key(app, user), unchanged);
        }
        if (guarded) {
            guards.leave(transaction, app, user);
        }
        return dynamo.transact(transaction) instanceof Transaction.Committed;
    }

    /** Counts a user again whose counters remained without values. */
    private boolean enter(AppName app, UserId user, Item row, Optional<Item> before) {
        Map<String, AttributeValue> marks = marks(before);
        marks.put(GUARDED, Values.flag(true));
        Transaction transaction = new Transaction();
        transaction.put(
                settings.appUsage(), with(row, marks), equal(REV, rev(before).map(Values::text)));
        guards.enter(transaction, app, user);
        return dynamo.transact(transaction) instanceof Transaction.Committed;
    }

    /** Returns the counters of a user without values whose changes are or were recorded. */
    private Item former(AppName app, UserId user, Optional<Item> before) {
        Map<String, AttributeValue> marks = marks(before);
        marks.keySet().removeAll(Set.of(GUARDED, EXPIRING));
        marks.putIfAbsent(FEED, Values.text(FeedPosition.NO_FEED));
        marks.put(APP_SHARD, Values.text(UsageRow.formerShardKey(app, user)));
        return with(UsageRow.toItem(app, user, Usage.NOTHING, nextRev()), marks);
    }

    /**
     * Creates counters with zero, so that the next attempt has a revision to compare.
     *
     * <p>If there are no counters before and after a count, they may still have existed in between.
     */
    private void begin(AppName app, UserId user) {
        // Whether a value expires is not known, so it is assumed.
        Map<String, AttributeValue> marks = Map.of(GUARDED, Values.flag(true), EXPIRING, Values.flag(true));
        Item row = with(UsageRow.toItem(app, user, Usage.NOTHING, nextRev()), marks);
        Transaction transaction = new Transaction();
        transaction.put(settings.appUsage(), row, absent(REV));
        Action entered = guards.enter(transaction, app, user);
        if (dynamo.transact(transaction) instanceof Transaction.Refused refused && refused.failed(entered)) {
            guards.create(app);
        }
    }

    /** Returns the attributes of the counters that are not counted. */
    private static Map<String, AttributeValue> marks(Optional<Item> before) {
        Map<String, AttributeValue> marks = new HashMap<>();
        before.ifPresent(row -> marks.putAll(row.attributes()));
        marks.keySet().retainAll(MARKS);
        return marks;
    }

    private static Item with(Item row, Map<String, AttributeValue> marks) {
        Map<String, AttributeValue> attributes = new HashMap<>(row.attributes());
        attributes.putAll(marks);
        return new Item(attributes);
    }

    private String nextRev() {
        return Version.next(Optional.empty(), Times.now(clock), ids).toString();
    }

    private static Optional<String> rev(Optional<Item> row) {
        return row.flatMap(item -> item.findText(REV));
    }

    private Optional<Item> read(AppName app, UserId user) {
        return dynamo.get(settings.appUsage(), UsageRow.key(app, user));
    }
}
