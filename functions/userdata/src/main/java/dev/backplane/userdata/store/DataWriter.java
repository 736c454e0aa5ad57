package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Condition.greater;
import static dev.backplane.userdata.store.Attributes.APP_SHARD;
import static dev.backplane.userdata.store.Attributes.BYTES;
import static dev.backplane.userdata.store.Attributes.EXPIRING;
import static dev.backplane.userdata.store.Attributes.GUARDED;
import static dev.backplane.userdata.store.Attributes.REV;

import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import dev.backplane.userdata.store.WriteSession.Target;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes a value, in one or two rows, together with the counters of its user.
 *
 * <p>Conditions cannot add, so the limit of the counter is computed first: the quota minus the needed bytes. A change
 * that needs no more bytes has no such condition, so that it succeeds even above a lowered quota.
 */
final class DataWriter {

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Clock clock;
    private final Ids ids;
    private final AppGuards guards;

    DataWriter(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.ids = platform.ids();
        this.guards = new AppGuards(dynamo, settings.apps(), clock);
    }

    Instant now() {
        return Times.now(clock);
    }

    /** Returns the next version of a value. */
    Version nextVersion(Optional<Instant> created) {
        Instant now = now();
        return Version.next(Optional.of(created.orElse(now)), now, ids);
    }

    String usageTable() {
        return settings.appUsage();
    }

    /** Creates the guard rows of an app that is older than them. */
    void createGuards(AppName app) {
        guards.create(app);
    }

    /** Reads one row of each table, in one call. */
    Map<String, Item> rows(Map<String, Map<String, AttributeValue>> keyByTable) {
        if (keyByTable.size() > 1) {
            return dynamo.getEach(keyByTable);
        }
        Map<String, Item> rows = new HashMap<>();
        keyByTable.forEach((table, key) -> dynamo.get(table, key).ifPresent(row -> rows.put(table, row)));
        return rows;
    }

    /** Reads the counters of a user. */
    Optional<Item> readUsage(Namespace.AppData namespace) {
        return dynamo.get(settings.appUsage(), UsageRow.key(namespace.app(), namespace.user()));
    }

    /**
     * Replaces the expected value.
     *
     * <p>A user's first value in an app counts the user in a guard row of the app, which exists as long as the app. Other
     * values need no check of the app, because an app whose guard rows count users is not removed.
     *
     * @param limit the quota, if there is one
     * @param counters whether the app has another value of the user; matters only for a value that does not exist yet
     */
    Result put(Target target, ExpectedValue expected, NewRow row, Optional<Long> limit, Counters counters) {
        String table = target.location().table();
        if (target.counted().isEmpty() && row.separate().isEmpty() && !expected.isSeparate()) {
            return result(dynamo.put(table, row.head(), expected.condition()));
        }
        boolean created = expected instanceof ExpectedValue.Absent;
        long needed = row.entry().size() - expected.size();
        Transaction transaction = new Transaction();
        Action value = ValueActions.putHead(transaction, target.location(), expected, row);
        Optional<Action> usage = target.counted()
                .map(namespace -> transaction.update(
                        settings.appUsage(),
                        UsageRow.key(namespace.app(), namespace.user()),
                        counted(namespace, needed, row.entry(), created, counters)
                                .onlyIf(withinQuota(limit, needed, counters))));
        Optional<Action> app = target.counted()
                .filter(_ -> counters == Counters.NONE)
                .map(namespace -> guards.enter(transaction, namespace.app(), namespace.user()));
        ValueActions.putSeparate(transaction, target.location(), expected, row);
        return result(dynamo.transact(transaction), value, usage, app);
    }

    /**
     * Deletes the expected value.
     *
     * @param known the counters, or empty if there were none
     */
    Result remove(Target target, ExpectedValue expected, Optional<KnownUsage> known) {
        String table = target.location().table();
        if (target.counted().isEmpty() && !expected.isSeparate()) {
            return result(dynamo.delete(table, target.location().head(target.key()), expected.condition()));
        }
        Version rev = Version.next(Optional.empty(), Times.now(clock), ids);
        Transaction transaction = new Transaction();
        Action value = ValueActions.deleteHead(transaction, target.location(), target.key(), expected);
        Optional<Action> usage = target.counted()
                .map(namespace -> known.map(counters -> discount(
                                transaction, namespace, change(namespace, -expected.size(), -1, rev), counters))
                        .orElseGet(() -> requireNoCounters(transaction, namespace)));
        ValueActions.deleteSeparate(transaction, target.location(), target.key(), expected);
        return result(dynamo.transact(transaction), value, usage, Optional.empty());
    }

    /** The result of one attempt to write a value together with its counters. */
    sealed interface Result {

        record Done() implements Result {}

        /** The value is not the expected one. */
        record ValueChanged(Optional<Item> head) implements Result {}

        /** The value is the expected one, and the counters do not allow the write. */
        record UsageRefused(Optional<Item> usage) implements Result {}

        /** The app does not exist, or is older than guard rows and has none yet. */
        record AppRefused() implements Result {}

        /** Another write was in progress, so that nothing is known about the counters. */
        record Busy() implements Result {}
    }

    /**
     * The counters of a user as the writer knows them.
     *
     * @param row empty if they were not read
     */
    record KnownUsage(Optional<Item> row) {}

    /** What is known about the counters when a value is added. */
    enum Counters {
        /** They may exist or not: a value is replaced. */
        ANY,
        /** There must be none, because this is the user's first value in the app. */
        NONE,
        /** They must exist, because the app has another value of the user. */
        PRESENT
    }

    private static Condition withinQuota(Optional<Long> limit, long neededBytes, Counters counters) {
        Optional<Condition> withinLimit =
                limit.filter(_ -> neededBytes > 0).map(bytes -> atMost(BYTES, Values.number(bytes - neededBytes)));
        return switch (counters) {
            case ANY -> withinLimit.map(absent(BYTES)::or).orElse(Condition.NONE);
            case NONE -> absent(REV);
            case PRESENT -> withinLimit.orElse(exists(BYTES));
        };
    }

    private static ItemUpdate counted(
            Namespace.AppData namespace, long bytes, Entry entry, boolean created, Counters counters) {
        ItemUpdate change = change(namespace, bytes, created ? 1 : 0, entry.version())
                .set(APP_SHARD, Values.text(UsageRow.shardKey(namespace.app(), namespace.user())))
                .set(UsageRow.has(namespace.realm()), Values.flag(true));
        entry.expiresAt().ifPresent(_ -> change.set(EXPIRING, Values.flag(true)));
        return counters == Counters.NONE ? change.set(GUARDED, Values.flag(true)) : change;
    }

    /** Counts a deleted value; if the counters were not read, the user is assumed to have more values. */
    private Action discount(Transaction transaction, Namespace.AppData namespace, ItemUpdate change, KnownUsage known) {
        Map<String, AttributeValue> key = UsageRow.key(namespace.app(), namespace.user());
        Realm realm = namespace.realm();
        Optional<Usage> usage = known.row().map(UsageRow::usage);
        if (usage.filter(before -> before.of(realm).items() <= 1).isEmpty()) {
            return transaction.update(
                    settings.appUsage(), key, change.onlyIf(greater(UsageRow.items(realm), Values.number(1))));
        }
        Condition unchanged = equal(REV, Values.text(known.row().get().text(REV)));
        if (usage.get().items() > usage.get().of(realm).items()) {
            return transaction.update(
                    settings.appUsage(), key, change.remove(UsageRow.has(realm)).onlyIf(unchanged));
        }
        if (known.row().get().flag(GUARDED)) {
            guards.leave(transaction, namespace.app(), namespace.user());
        }
        return transaction.delete(settings.appUsage(), key, unchanged);
    }

    /** Requires that there are still no counters, because they were read after the value. */
    private Action requireNoCounters(Transaction transaction, Namespace.AppData namespace) {
        return transaction.delete(settings.appUsage(), UsageRow.key(namespace.app(), namespace.user()), absent(REV));
    }

    private static ItemUpdate change(Namespace.AppData namespace, long bytes, long items, Version rev) {
        return new ItemUpdate()
                .set(REV, Values.text(rev.toString()))
                .add(BYTES, Values.number(bytes))
                .add(UsageRow.bytes(namespace.realm()), Values.number(bytes))
                .add(UsageRow.items(namespace.realm()), Values.number(items));
    }

    private static Result result(Write write) {
        return switch (write) {
            case Write.Applied _ -> new Result.Done();
            case Write.Refused(Optional<Item> current) -> new Result.ValueChanged(current);
        };
    }

    private static Result result(
            Transaction.Result transacted, Action value, Optional<Action> usage, Optional<Action> app) {
        if (!(transacted instanceof Transaction.Refused refused)) {
            return new Result.Done();
        }
        if (refused.failed(value)) {
            return new Result.ValueChanged(refused.current(value));
        }
        if (!refused.held(value)) {
            return new Result.Busy();
        }
        if (app.filter(refused::failed).isPresent()) {
            return new Result.AppRefused();
        }
        return usage.filter(refused::failed)
                .<Result>map(counters -> new Result.UsageRefused(refused.current(counters)))
                .orElseGet(Result.Busy::new);
    }
}
