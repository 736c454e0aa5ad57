package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.APP_SHARD;
import static dev.backplane.userdata.store.Attributes.BYTES;
import static dev.backplane.userdata.store.Attributes.REV;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.UserId;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The counters of the values that an app stores for a user; there is no row when it stores none. */
final class UsageRow {

    private UsageRow() {}

    static Map<String, AttributeValue> key(AppName app, UserId user) {
        return Attributes.key(USER, user.value(), APP, app.value());
    }

    /** Returns the attribute that exists while a realm contains values, for the index. */
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
        return realm.word() + "Bytes";
    }

    static String items(Realm realm) {
        return realm.word() + "Items";
    }

    static Usage usage(Item row) {
        return new Usage(bytes(Optional.of(row)), count(row, Realm.JSON), count(row, Realm.BLOB));
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
                .text(APP_SHARD, Shards.partitionOf(app, user))
                .number(BYTES, usage.bytes())
                .text(REV, rev);
        for (Realm realm : Realm.values()) {
            Count count = usage.of(realm);
            row.number(bytes(realm), count.bytes()).number(items(realm), count.items());
            if (count.items() > 0) {
                row.flag(has(realm), true);
            }
        }
        return row.build();
    }
}
