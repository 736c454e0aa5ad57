package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Shelf;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import dev.backplane.userdata.store.UsageChange.Counters;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes a value, in one or two rows, together with the counters of its user.
 *
 * <p>The order of the actions in a transaction is the value's row, the counters, the app, the row apart: see
 * {@link Committed}.
 */
final class DataWriter {

    private final Dynamo dynamo;
    private final UserdataSettings settings;

    DataWriter(Dynamo dynamo, UserdataSettings settings) {
        this.dynamo = dynamo;
        this.settings = settings;
    }

    /**
     * Puts a value in the place of what was seen.
     *
     * <p>A user's first value in an app is written only if the app is there and is not being removed. Any other value
     * needs no look at the app, because an app that keeps something is not removed.
     *
     * @param limit the quota, if there is one
     * @param counters whether the app keeps another value of the user; read for a value that takes nothing's place
     */
    Committed put(WriteTarget target, Seen seen, NewRow row, Optional<Long> limit, Counters counters) {
        Seen.Condition condition = seen.condition();
        String table = target.location().table();
        if (target.counted().isEmpty() && row.apart().isEmpty() && !seen.isApart()) {
            return Committed.of(dynamo.put(put -> put.tableName(table)
                    .item(row.head().attributes())
                    .conditionExpression(condition.expression())
                    .expressionAttributeNames(condition.names())
                    .expressionAttributeValues(orNull(condition.values()))));
        }
        Transaction transaction = new Transaction()
                .put(
                        table,
                        row.head(),
                        put -> put.conditionExpression(condition.expression())
                                .expressionAttributeNames(condition.names())
                                .expressionAttributeValues(orNull(condition.values())));
        boolean created = seen instanceof Seen.Absent;
        boolean first = created && counters == Counters.ANY && target.counted().isPresent();
        target.counted()
                .ifPresent(shelf -> usage(shelf, row.entry().version())
                        .count(transaction, row.entry().size() - seen.size(), created, limit, counters));
        if (first) {
            AppName app = target.counted().orElseThrow().app();
            transaction.check(
                    settings.apps(),
                    AppRow.key(app),
                    AppRow.takesUsers(row.entry().updatedAt()));
        }
        if (row.apart().isPresent()) {
            transaction.put(table, row.apart().get(), _ -> {});
        } else if (seen.isApart()) {
            transaction.delete(table, target.location().apart(target.key()), _ -> {});
        }
        return first
                ? Committed.ofFirst(dynamo.transact(transaction))
                : Committed.of(dynamo.transact(transaction), target.counted().isPresent());
    }

    /**
     * Takes away what was seen.
     *
     * @param usage the counters, or empty when there were none
     * @param rev what makes this change of the counters unlike any other
     */
    Committed remove(WriteTarget target, Seen seen, Optional<UsageSeen> usage, Version rev) {
        Seen.Condition condition = seen.condition();
        String table = target.location().table();
        if (target.counted().isEmpty() && !seen.isApart()) {
            return Committed.of(dynamo.delete(delete -> delete.tableName(table)
                    .key(target.location().head(target.key()))
                    .conditionExpression(condition.expression())
                    .expressionAttributeNames(condition.names())
                    .expressionAttributeValues(condition.values())));
        }
        Transaction transaction = new Transaction()
                .delete(
                        table,
                        target.location().head(target.key()),
                        delete -> delete.conditionExpression(condition.expression())
                                .expressionAttributeNames(condition.names())
                                .expressionAttributeValues(condition.values()));
        target.counted()
                .map(shelf -> usage(shelf, rev))
                .ifPresent(change -> usage.ifPresentOrElse(
                        counters -> change.discount(transaction, seen.size(), counters.row()),
                        () -> change.nothingIsCounted(transaction)));
        if (seen.isApart()) {
            transaction.delete(table, target.location().apart(target.key()), _ -> {});
        }
        return Committed.of(dynamo.transact(transaction), target.counted().isPresent());
    }

    /**
     * The counters of a user as a writer takes them to be.
     *
     * @param row empty when nobody has looked
     */
    record UsageSeen(Optional<Item> row) {}

    private UsageChange usage(Shelf.AppData shelf, Version rev) {
        return new UsageChange(settings.appUsage(), shelf, rev.toString());
    }

    /** DynamoDB refuses an empty map. */
    private static <K, V> @Nullable Map<K, V> orNull(Map<K, V> map) {
        return map.isEmpty() ? null : map;
    }
}
