package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.GUARDED_SINCE;
import static dev.backplane.userdata.store.Attributes.USERS;

import dev.backplane.platform.Times;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.UserId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The guard rows of apps, which count the users who have data in an app, so that an app with data is never removed.
 *
 * <p>The index by app is eventually consistent, so it cannot prove that an app is empty. A user's first value counts the
 * user in one of {@link UsageRow#SHARDS} guard rows, the last one discounts it, and the guard rows are deleted together
 * with the app. There are several, because transactions that change the same row conflict.
 */
final class AppGuards {

    /**
     * How long an app that is older than guard rows is kept after it got them.
     *
     * <p>Its earlier users are not counted. They are in the index by then: "changes to the table data are propagated to
     * the global secondary indexes within a fraction of a second, under normal conditions"
     * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html).
     */
    static final Duration SETTLING = Duration.ofMinutes(1);

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    AppGuards(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** Adds the guard rows of an app that is registered. */
    void register(Transaction transaction, AppName app) {
        shards().forEach(shard -> transaction.put(
                table,
                Item.builder()
                        .text(APP, UsageRow.shardKey(app, shard))
                        .number(USERS, 0)
                        .build()));
    }

    /** Counts a user who gets a first value; refused when the app is gone, or has no guard rows yet. */
    Action enter(Transaction transaction, AppName app, UserId user) {
        ItemUpdate one = new ItemUpdate().add(USERS, Values.number(1)).onlyIf(exists(APP));
        return transaction.update(table, key(app, UsageRow.shardOf(user)), one);
    }

    /** Discounts a user whose last value is deleted. */
    void leave(Transaction transaction, AppName app, UserId user) {
        ItemUpdate less = new ItemUpdate().add(USERS, Values.number(-1));
        transaction.update(table, key(app, UsageRow.shardOf(user)), less);
    }

    /** Creates the guard rows of an app that was registered before there were any. */
    void create(AppName app) {
        Transaction transaction = new Transaction();
        transaction.check(table, AppRow.key(app), exists(APP));
        String now = Times.format(Times.now(clock));
        shards().forEach(shard -> transaction.update(
                table,
                key(app, shard),
                new ItemUpdate().setIfAbsent(GUARDED_SINCE, Values.text(now)).add(USERS, Values.number(0))));
        dynamo.transact(transaction);
    }

    /** Deletes the guard rows with their app if they count no user; returns one action for each of them. */
    List<Action> delete(Transaction transaction, AppName app) {
        Instant settled = Times.now(clock).minus(SETTLING);
        Condition empty = exists(APP)
                .and(atMost(USERS, Values.number(0)))
                .and(absent(GUARDED_SINCE).or(atMost(GUARDED_SINCE, Values.text(Times.format(settled)))));
        return shards().map(shard -> transaction.delete(table, key(app, shard), empty))
                .toList();
    }

    /** Deletes the guard rows of an app whose data was removed, and which nobody may write any more. */
    void purge(Transaction transaction, AppName app) {
        shards().forEach(shard -> transaction.delete(table, key(app, shard)));
    }

    /** Returns whether a guard row counts a user. */
    static boolean countsUsers(Item guard) {
        return guard.number(USERS) > 0;
    }

    /**
     * Requires that the users whom a guard row does not count are in the index.
     *
     * @throws Unavailable if the guard rows were created a moment ago
     */
    void requireSettled(Item guard) {
        Instant now = Times.now(clock);
        Instant settled = guard.findText(GUARDED_SINCE)
                .map(Times::parse)
                .orElse(Instant.EPOCH)
                .plus(SETTLING);
        if (settled.isAfter(now)) {
            throw new Unavailable(
                    "CONTENDED",
                    "First values of users may still be in progress. Nothing was removed.",
                    Duration.between(now, settled));
        }
    }

    private static Stream<Integer> shards() {
        return IntStream.range(0, UsageRow.SHARDS).boxed();
    }

    private static Map<String, AttributeValue> key(AppName app, int shard) {
        return Map.of(APP, Values.text(UsageRow.shardKey(app, shard)));
    }
}
