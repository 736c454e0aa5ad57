package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.beginsWith;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.APP_KEY;
import static dev.backplane.userdata.store.Attributes.APP_SHARD;
import static dev.backplane.userdata.store.Attributes.APP_USER;
import static dev.backplane.userdata.store.Attributes.GUARDED;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.RESULT;
import static dev.backplane.userdata.store.Attributes.REV;
import static dev.backplane.userdata.store.Attributes.USER;
import static dev.backplane.userdata.store.Attributes.VERSION;

import dev.backplane.platform.Parallel;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Removed;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Deletes what is stored for a user or in an app, row by row.
 *
 * <p>Rows of values are deleted without their counters, because nobody may write meanwhile. The counters go at last, on
 * condition that no late write changed them, so a sweep that is interrupted finds what is left.
 */
final class DataEraser {

    private static final int PAGE = 100;
    private static final int ROWS_AT_ONCE = 8;
    private static final int OWNERS_AT_ONCE = 4;

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final AppGuards guards;
    private final ExportEraser exports;
    private final DiscardedObjects discarded;

    DataEraser(
            Dynamo dynamo, UserdataSettings settings, AppGuards guards, ExportFiles files, DiscardedObjects discarded) {
        this.discarded = discarded;
        this.exports = new ExportEraser(dynamo, settings.dataJobs(), files);
        this.dynamo = dynamo;
        this.settings = settings;
        this.guards = guards;
    }

    /**
     * One sweep.
     *
     * @param tally what it removed
     * @param settled whether functions that wrote when the removal began have ended
     * @param goesOn whether there is time for more, and the removal has not ended
     */
    record Sweep(Tally tally, boolean settled, BooleanSupplier goesOn) {}

    /** Deletes everything of a user; returns whether it was completed. */
    boolean eraseUser(UserId user, Sweep sweep) {
        if (Parallel.map(appsOf(user), OWNERS_AT_ONCE, app -> erase(app, user, sweep))
                .contains(false)) {
            return false;
        }
        Location content = Location.of(new Namespace.Content(user), settings);
        Location behavior = Location.of(new Namespace.Behavior(user), settings);
        return deleteAll(partition(content), content.table(), DataEraser::valueOrKey, sweep)
                && deleteAll(partition(behavior), behavior.table(), DataEraser::valueOrKey, sweep)
                && exports.erase(user, sweep);
    }

    /** Deletes the data of all users of an app; returns whether it was completed. */
    boolean eraseApp(AppName app, Sweep sweep) {
        List<String> shards = IntStream.range(0, UsageRow.SHARDS)
                .boxed()
                .flatMap(shard -> Stream.of(UsageRow.shardKey(app, shard), UsageRow.formerShardKey(app, shard)))
                .toList();
        for (String shard : shards) {
            ItemQuery query = ItemQuery.of(settings.appUsage(), equal(APP_SHARD, Values.text(shard)))
                    .index(Tables.BY_APP)
                    .limit(PAGE);
            Rows page;
            do {
                page = dynamo.query(query);
                List<Boolean> erased = Parallel.map(
                        page.items(), OWNERS_AT_ONCE, row -> erase(app, new UserId(row.text(USER)), sweep));
                if (erased.contains(false)) {
                    return false;
                }
                query.after(page.last());
            } while (page.last().isPresent());
        }
        return true;
    }

    /** Returns all apps that may have data of a user: those that exist, and those that any table names. */
    private List<AppName> appsOf(UserId user) {
        Set<String> names = new TreeSet<>();
        for (String partition : List.of(AppRow.DIRECTORY, user.value())) {
            dynamo.forEach(
                    ItemQuery.of(settings.appUsage(), equal(USER, Values.text(partition)))
                            .consistent(true),
                    row -> names.add(row.text(APP)));
        }
        for (Realm realm : Realm.values()) {
            dynamo.forEach(
                    ItemQuery.of(Location.table(realm, settings), equal(USER, Values.text(user.value())))
                            .index(Tables.BY_USER),
                    row -> names.add(appOf(row.text(APP_KEY))));
        }
        names.remove(AppName.CONTENT.value());
        return names.stream().map(AppName::new).toList();
    }

    private static String appOf(String appKey) {
        return appKey.substring(0, appKey.indexOf('#'));
    }

    /** Deletes what an app has of a user; the counters are read before the values, and deleted after them. */
    private boolean erase(AppName app, UserId user, Sweep sweep) {
        Optional<Item> counters = dynamo.get(settings.appUsage(), UsageRow.key(app, user));
        for (Realm realm : Realm.values()) {
            Location location = Location.of(new Namespace.AppData(app, user, realm), settings);
            if (!deleteAll(partition(location), location.table(), DataEraser::valueOrKey, sweep)) {
                return false;
            }
        }
        Condition changes = equal(APP_USER, Values.text(app + "#" + user));
        Condition keys = equal(USER, Values.text(user.value())).and(beginsWith(KEY, BatchMemory.prefix(app)));
        return deleteAll(changes, settings.appChanges(), _ -> Optional.of(Removed.CHANGES), sweep)
                && deleteAll(keys, settings.calculatedBehavior(), _ -> Optional.of(Removed.KEYS), sweep)
                && counters.map(row -> deleteCounters(app, user, row, sweep)).orElse(true);
    }

    private boolean deleteCounters(AppName app, UserId user, Item counters, Sweep sweep) {
        Transaction transaction = new Transaction();
        transaction.delete(settings.appUsage(), UsageRow.key(app, user), equal(REV, Values.text(counters.text(REV))));
        if (counters.flag(GUARDED)) {
            guards.leave(transaction, app, user);
        }
        boolean deleted = dynamo.transact(transaction) instanceof Transaction.Committed;
        sweep.tally().add(Removed.USAGES, deleted ? 1 : 0);
        return deleted;
    }

    private static Condition partition(Location location) {
        return equal(location.partitionName(), Values.text(location.partition()));
    }

    /** Returns what the row of a value or a remembered key counts as; separate rows belong to a value. */
    private static Optional<Removed> valueOrKey(Item row) {
        String key = row.text(KEY);
        if (key.startsWith(Location.SEPARATE_PREFIX)) {
            return Optional.empty();
        }
        return Optional.of(key.startsWith(Location.MEMORY_PREFIX) ? Removed.KEYS : Removed.VALUES);
    }

    /**
     * Deletes the rows of a partition.
     *
     * <p>The check comes after the rows were read, and the condition is their version. So a function that runs on after
     * the removal ended does not delete what was written since.
     */
    private boolean deleteAll(Condition which, String table, Function<Item, Optional<Removed>> kind, Sweep sweep) {
        ItemQuery query = ItemQuery.of(table, which).consistent(true).limit(PAGE);
        Rows page;
        do {
            page = dynamo.query(query);
            if (!page.items().isEmpty() && !sweep.goesOn().getAsBoolean()) {
                return false;
            }
            List<Boolean> deleted = Parallel.map(page.items(), ROWS_AT_ONCE, row -> delete(table, row, kind, sweep));
            if (deleted.contains(false)) {
                return false;
            }
            query.after(page.last());
        } while (page.last().isPresent());
        return true;
    }

    /** Deletes the row of a large blob or of an upload, and discards its object, which the sweep of expired values deletes. */
    private boolean deleteWithObject(String table, Map<String, AttributeValue> key, Item row, UploadId object) {
        String owner = row.text(APP_USER);
        Transaction transaction = new Transaction();
        transaction.delete(
                table,
                key,
                equal(VERSION, row.findText(VERSION).map(Values::text)).and(absent(RESULT)));
        discarded.discard(transaction, new UserId(owner.substring(owner.indexOf('#') + 1)), object);
        return dynamo.transact(transaction) instanceof Transaction.Committed;
    }

    private boolean delete(String table, Item row, Function<Item, Optional<Removed>> kind, Sweep sweep) {
        String partition = row.findText(APP_USER).isPresent() ? APP_USER : USER;
        Condition same = equal(VERSION, row.findText(VERSION).map(Values::text));
        Map<String, AttributeValue> key = Values.key(partition, row.text(partition), KEY, row.text(KEY));
        boolean deleted = DiscardedObjects.objectOf(row)
                .map(object -> deleteWithObject(table, key, row, object))
                .orElseGet(() -> dynamo.delete(table, key, same) instanceof Write.Applied);
        if (deleted) {
            kind.apply(row).ifPresent(what -> sweep.tally().add(what, 1));
        }
        return deleted;
    }
}
