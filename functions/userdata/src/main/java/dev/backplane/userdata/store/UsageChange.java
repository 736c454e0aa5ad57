package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.APP_SHARD;
import static dev.backplane.userdata.store.Attributes.BYTES;
import static dev.backplane.userdata.store.Attributes.EXPIRING;
import static dev.backplane.userdata.store.Attributes.GUARDED;
import static dev.backplane.userdata.store.Attributes.RESERVED_BYTES;
import static dev.backplane.userdata.store.Attributes.REV;
import static dev.backplane.userdata.store.Attributes.UPLOADS;

import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A change of a user's counters by one or several values, from counters that were read, and what is recorded of it.
 *
 * <p>The condition is their {@code rev}, so that the result is known in advance: whether the user is new in the app,
 * whether any value remains, and the numbers of the changes in the feed.
 *
 * @param sum how much the values of the namespace grow
 * @param limit the quota, if there is one
 */
record UsageChange(
        Namespace.AppData namespace, Optional<Item> before, Sum sum, Optional<Long> limit, Recording recording) {

    /**
     * The sum of the changes of single values.
     *
     * @param bytes how much the values grow
     * @param items how many more values there are
     * @param expiring whether a new value expires
     * @param reserved how much is reserved, and for how many more uploads
     */
    record Sum(long bytes, long items, boolean expiring, Count reserved) {

        static final Sum NOTHING = new Sum(0, 0, false);

        private Sum(long bytes, long items, boolean expiring) {
            this(bytes, items, expiring, Count.ZERO);
        }

        Sum plus(Sum other) {
            return new Sum(
                    bytes + other.bytes,
                    items + other.items,
                    expiring || other.expiring,
                    new Count(reserved.bytes() + other.reserved.bytes(), reserved.items() + other.reserved.items()));
        }

        /** Returns the change by a new upload. */
        static Sum reserved(long bytes) {
            return new Sum(0, 0, false, new Count(bytes, 1));
        }

        /** Returns the change by an upload that ends. */
        static Sum released(long bytes) {
            return new Sum(0, 0, false, new Count(-bytes, -1));
        }

        /** Returns how much the total grows that is compared with quotas. */
        long total() {
            return bytes + reserved.bytes();
        }

        long entries() {
            return items + reserved.items();
        }

        /** Returns the change by a new value. */
        static Sum of(ExpectedValue before, Entry after) {
            return of(before).plus(new Sum(after.size(), 1, after.expiresAt().isPresent()));
        }

        /** Returns the change by the removal of a value, if there is one. */
        static Sum of(ExpectedValue before) {
            return new Sum(-before.size(), before instanceof ExpectedValue.Absent ? 0 : -1, false);
        }
    }

    /** The actions of the transaction: the counters, and the guard row if the user is new in the app. */
    record Actions(Action usage, Optional<Action> guard) {}

    /**
     * Adds the change to a transaction.
     *
     * @param rev that of the counters after the change
     */
    Actions in(
            Transaction transaction, UserdataSettings settings, AppGuards guards, Version rev, List<Change> changes) {
        Map<String, AttributeValue> key = UsageRow.key(namespace.app(), namespace.user());
        Usage usage = before.map(UsageRow::usage).orElse(Usage.NOTHING);
        boolean empty = usage.entries() + sum.entries() <= 0;
        boolean guarded = before.filter(row -> row.flag(GUARDED)).isPresent();
        recording.add(transaction, namespace, changes, settings);
        if (empty && guarded) {
            guards.leave(transaction, namespace.app(), namespace.user());
        }
        if (empty && !recording.keeps(before)) {
            return new Actions(transaction.delete(settings.appUsage(), key, unchanged()), Optional.empty());
        }
        // Users who had data before there were guard rows are not counted in them.
        boolean enters = !empty && !guarded && usage.entries() == 0;
        ItemUpdate update = update(usage, rev, empty, enters);
        recording.change(update, before, changes.size(), empty);
        long used = usage.bytes() + sum.total();
        recording.addReached(transaction, update, QuotaLevel.of(this, used, rev), settings);
        Action counted = transaction.update(settings.appUsage(), key, update.onlyIf(unchanged(), within()));
        return new Actions(
                counted,
                enters ? Optional.of(guards.enter(transaction, namespace.app(), namespace.user())) : Optional.empty());
    }

    private ItemUpdate update(Usage usage, Version rev, boolean empty, boolean enters) {
        ItemUpdate change = new ItemUpdate()
                .set(REV, Values.text(rev.toString()))
                .set(
                        APP_SHARD,
                        Values.text(
                                empty
                                        ? UsageRow.formerShardKey(namespace.app(), namespace.user())
                                        : UsageRow.shardKey(namespace.app(), namespace.user())))
                .add(BYTES, Values.number(sum.total()))
                .add(UsageRow.bytes(namespace.realm()), Values.number(sum.bytes()))
                .add(UsageRow.items(namespace.realm()), Values.number(sum.items()));
        if (enters) {
            change.set(GUARDED, Values.flag(true));
        } else if (empty) {
            change.remove(GUARDED);
        }
        // A new value and no values: the counters were read after another writer removed the value that is replaced.
        if (sum.expiring()) {
            change.set(EXPIRING, Values.flag(true));
        } else if (empty) {
            change.remove(EXPIRING);
        }
        if (!sum.reserved().equals(Count.ZERO)) {
            change.add(RESERVED_BYTES, Values.number(sum.reserved().bytes()))
                    .add(UPLOADS, Values.number(sum.reserved().items()));
        }
        String has = UsageRow.has(namespace.realm());
        return usage.entries(namespace.realm()) + sum.entries() > 0
                ? change.set(has, Values.flag(true))
                : change.remove(has);
    }

    private Condition unchanged() {
        return before.map(row -> equal(REV, Values.text(row.text(REV)))).orElse(absent(REV));
    }

    private Condition within() {
        return limit.filter(_ -> sum.total() > 0 && before.isPresent())
                .map(quota -> atMost(BYTES, Values.number(quota - sum.total())))
                .orElse(Condition.NONE);
    }

    /** Returns whether the change exceeds the limit, given the current counters. */
    boolean exceedsLimit(Optional<Item> current) {
        return sum.total() > 0
                && limit.filter(quota -> UsageRow.bytes(current) + sum.total() > quota)
                        .isPresent();
    }
}
