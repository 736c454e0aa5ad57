package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.APP_SHARD;
import static dev.backplane.userdata.store.Attributes.BYTES;
import static dev.backplane.userdata.store.Attributes.RESERVED_BYTES;
import static dev.backplane.userdata.store.Attributes.REV;
import static dev.backplane.userdata.store.Attributes.UPLOADS;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.UserId;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The counters of the values that an app stores for a user; there is no row when it stores none.
 *
 * <p>The index by app has {@link #SHARDS} partitions for each app, so that no partition gets all new users of an app.
 */
final class UsageRow {

    static final int SHARDS = 16;

    private UsageRow() {}

    static Map<String, AttributeValue> key(AppName app, UserId user) {
        return Values.key(USER, user.value(), APP, app.value());
    }

    /** Returns the attribute that exists while a realm contains values or uploads, for the index. */
    static String has(Realm realm) {
        return switch (realm) {
            case JSON -> "hasJson";
            case BLOB -> "hasBlob";
        };
    }

    /** Requires that a realm holds anything; without a realm, always holds. */
    static Condition isIn(Optional<Realm> realm) {
        return realm.map(only -> Condition.exists(has(only))).orElse(Condition.NONE);
    }

    static String bytes(Realm realm) {
        return realm.value() + "Bytes";
    }

    static String items(Realm realm) {
        return realm.value() + "Items";
    }

    static Usage usage(Item row) {
        return new Usage(bytes(Optional.of(row)), count(row, Realm.JSON), count(row, Realm.BLOB), reserved(row));
    }

    private static Count reserved(Item row) {
        return new Count(
                row.findNumber(RESERVED_BYTES).orElse(0L),
                row.findNumber(UPLOADS).orElse(0L));
    }

    /** Returns the total that is compared with quotas; 0 when there is no row. */
    static long bytes(Optional<Item> row) {
        return row.flatMap(item -> item.findNumber(BYTES)).orElse(0L);
    }

    private static Count count(Item row, Realm realm) {
        return new Count(
                row.findNumber(bytes(realm)).orElse(0L),
                row.findNumber(items(realm)).orElse(0L));
    }

    /** Returns the row that a recount writes. */
    static Item toItem(AppName app, UserId user, Usage usage, String rev) {
        Item.Builder row = Item.builder()
                .text(USER, user.value())
                .text(APP, app.value())
                .text(APP_SHARD, shardKey(app, user))
                .number(BYTES, usage.bytes())
                .text(REV, rev);
        for (Realm realm : Realm.values()) {
            Count count = usage.of(realm);
            row.number(bytes(realm), count.bytes()).number(items(realm), count.items());
            if (usage.entries(realm) > 0) {
                row.flag(has(realm), true);
            }
        }
        if (!usage.reserved().equals(Count.ZERO)) {
            row.number(RESERVED_BYTES, usage.reserved().bytes())
                    .number(UPLOADS, usage.reserved().items());
        }
        return row.build();
    }

    /**
     * Returns the partition key, in the index, of a user whose counters remain although the app has no value of the user.
     *
     * <p>Lists of users do not read it. It finds the users whose feeds are left when an app is purged.
     */
    static String formerShardKey(AppName app, UserId user) {
        return formerShardKey(app, shardOf(user));
    }

    static String formerShardKey(AppName app, int shard) {
        return app + "#former#" + shard;
    }

    static int shardOf(UserId user) {
        CRC32 sum = new CRC32();
        sum.update(user.value().getBytes(StandardCharsets.UTF_8));
        return (int) (sum.getValue() % SHARDS);
    }

    /** Returns the partition key of a user's row in the index. */
    static String shardKey(AppName app, UserId user) {
        return shardKey(app, shardOf(user));
    }

    /** Returns the key of a partition of the index. */
    static String shardKey(AppName app, int shard) {
        return app + "#" + shard;
    }
}
