package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.APP_SHARD;
import static dev.backplane.userdata.store.Attributes.BYTES;
import static dev.backplane.userdata.store.Attributes.GUARDED;
import static dev.backplane.userdata.store.Attributes.REV;

import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Version;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A change of a user's counters by several values at once, from counters that were read.
 *
 * <p>The condition is their {@code rev}, so that the result is known in advance: whether the user is new in the app, and
 * whether any value remains.
 *
 * @param bytes how much the values of the namespace grow
 * @param items how many more values there are
 */
record UsageChange(Namespace.AppData namespace, Optional<Item> before, long bytes, long items) {

    /** The actions of the transaction: the counters, and the guard row if the user is new in the app. */
    record Actions(Action usage, Optional<Action> guard) {}

    /** Adds the change to a transaction. */
    Actions in(Transaction transaction, String table, AppGuards guards, Optional<Long> limit, Version rev) {
        Map<String, AttributeValue> key = UsageRow.key(namespace.app(), namespace.user());
        Usage usage = before.map(UsageRow::usage).orElse(Usage.NOTHING);
        if (usage.items() + items > 0) {
            Action counted = transaction.update(table, key, update(usage, rev).onlyIf(unchanged(), within(limit)));
            return new Actions(
                    counted,
                    before.isPresent()
                            ? Optional.empty()
                            : Optional.of(guards.enter(transaction, namespace.app(), namespace.user())));
        }
        if (before.filter(row -> row.flag(GUARDED)).isPresent()) {
            guards.leave(transaction, namespace.app(), namespace.user());
        }
        return new Actions(transaction.delete(table, key, unchanged()), Optional.empty());
    }

    private ItemUpdate update(Usage usage, Version rev) {
        ItemUpdate change = new ItemUpdate()
                .set(REV, Values.text(rev.toString()))
                .set(APP_SHARD, Values.text(UsageRow.shardKey(namespace.app(), namespace.user())))
                .add(BYTES, Values.number(bytes))
                .add(UsageRow.bytes(namespace.realm()), Values.number(bytes))
                .add(UsageRow.items(namespace.realm()), Values.number(items));
        if (before.isEmpty()) {
            change.set(GUARDED, Values.flag(true));
        }
        String has = UsageRow.has(namespace.realm());
        return usage.of(namespace.realm()).items() + items > 0
                ? change.set(has, Values.flag(true))
                : change.remove(has);
    }

    private Condition unchanged() {
        return before.map(row -> equal(REV, Values.text(row.text(REV)))).orElse(absent(REV));
    }

    private Condition within(Optional<Long> limit) {
        return limit.filter(_ -> bytes > 0 && before.isPresent())
                .map(quota -> atMost(BYTES, Values.number(quota - bytes)))
                .orElse(Condition.NONE);
    }

    /** Returns whether the change exceeds a limit, given the current counters. */
    boolean exceeds(Optional<Long> limit, Optional<Item> current) {
        return bytes > 0
                && limit.filter(quota -> UsageRow.bytes(current) + bytes > quota)
                        .isPresent();
    }
}
