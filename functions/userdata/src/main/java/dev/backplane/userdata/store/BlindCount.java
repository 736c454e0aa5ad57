package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Condition.greater;
import static dev.backplane.userdata.store.Attributes.APP_SHARD;
import static dev.backplane.userdata.store.Attributes.BYTES;
import static dev.backplane.userdata.store.Attributes.EXPIRING;
import static dev.backplane.userdata.store.Attributes.FEED;
import static dev.backplane.userdata.store.Attributes.GUARDED;
import static dev.backplane.userdata.store.Attributes.REV;

import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Version;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Counts one value of an app that records nothing, if possible without reading the counters.
 *
 * <p>Conditions cannot add, so the limit of the counter is computed first: the quota minus the needed bytes. A change
 * that needs no more bytes has no such condition, so that it succeeds even above a lowered quota. Counters that belong to
 * a feed are never changed here.
 *
 * @param table the table of counters
 */
record BlindCount(String table, AppGuards guards, Namespace.AppData namespace) {

    /**
     * The counters of a user as the writer knows them.
     *
     * @param row empty if they were not read
     */
    record KnownUsage(Optional<Item> row) {}

    /** What is known about the counters when a value is written. */
    enum Counters {
        /** They may exist or not: a value is replaced. */
        ANY,
        /** There must be none, because this is the user's first value in the app. */
        NONE,
        /** They must exist, because the app has another value of the user. */
        PRESENT
    }

    /** Counts a value that is written; a user's first value counts the user in a guard row. */
    UsageChange.Actions add(
            Transaction transaction, UsageChange.Sum sum, Entry entry, Optional<Long> limit, Counters counters) {
        ItemUpdate change = change(sum.bytes(), sum.items(), entry.version())
                .set(APP_SHARD, Values.text(UsageRow.shardKey(namespace.app(), namespace.user())))
                .set(UsageRow.has(namespace.realm()), Values.flag(true))
                .onlyIf(withinQuota(limit, sum.bytes(), counters), absent(FEED));
        if (sum.expiring()) {
            change.set(EXPIRING, Values.flag(true));
        }
        if (counters == Counters.NONE) {
            change.set(GUARDED, Values.flag(true));
        }
        Action usage = transaction.update(table, key(), change);
        return new UsageChange.Actions(
                usage,
                counters == Counters.NONE
                        ? Optional.of(guards.enter(transaction, namespace.app(), namespace.user()))
                        : Optional.empty());
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

    /**
     * Discounts a deleted value.
     *
     * @param known the counters, or empty if there were none
     */
    Action remove(Transaction transaction, long bytes, Optional<KnownUsage> known, Version rev) {
        return known.map(counters -> discount(transaction, change(-bytes, -1, rev), counters))
                .orElseGet(() -> requireNoCounters(transaction));
    }

    /** Counts a deleted value; if the counters were not read, the user is assumed to have more values. */
    private Action discount(Transaction transaction, ItemUpdate change, KnownUsage known) {
        Realm realm = namespace.realm();
        Optional<Usage> usage = known.row().map(UsageRow::usage);
        if (usage.filter(before -> before.of(realm).items() <= 1).isEmpty()) {
            Condition more = greater(UsageRow.items(realm), Values.number(1));
            return transaction.update(table, key(), change.onlyIf(more, absent(FEED)));
        }
        Condition unchanged = equal(REV, Values.text(known.row().get().text(REV)));
        long items = usage.get().of(realm).items();
        if (usage.get().entries() > items) {
            if (usage.get().entries(realm) <= items) {
                change.remove(UsageRow.has(realm));
            }
            return transaction.update(table, key(), change.onlyIf(unchanged));
        }
        if (known.row().get().flag(GUARDED)) {
            guards.leave(transaction, namespace.app(), namespace.user());
        }
        return transaction.delete(table, key(), unchanged);
    }

    /** Requires that there are still no counters, because they were read after the value. */
    private Action requireNoCounters(Transaction transaction) {
        return transaction.delete(table, key(), absent(REV));
    }

    private Map<String, AttributeValue> key() {
        return UsageRow.key(namespace.app(), namespace.user());
    }

    private ItemUpdate change(long bytes, long items, Version rev) {
        return new ItemUpdate()
                .set(REV, Values.text(rev.toString()))
                .add(BYTES, Values.number(bytes))
                .add(UsageRow.bytes(namespace.realm()), Values.number(bytes))
                .add(UsageRow.items(namespace.realm()), Values.number(items));
    }
}
