package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.APP_KEY;
import static dev.backplane.userdata.store.Attributes.APP_USER;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The partition of a namespace: {@code <app>#<user>} in a table of apps, or the user.
 *
 * <p>App names contain no number sign, so the first one ends the name. The partition has a head row for each key, and a
 * separate row for each large value, whose sort key is not a valid key.
 *
 * @param app present if the rows are in the index by user
 */
record Location(String table, String partitionName, String partition, UserId user, Optional<AppName> app) {

    /** The prefix of the sort keys of separate rows, which sorts after every key. */
    static final String SEPARATE_PREFIX = "~";

    /** The prefix of the sort keys of remembered increments, which sorts before every key. */
    static final String MEMORY_PREFIX = "#";

    static Location of(Namespace namespace, UserdataSettings settings) {
        return switch (namespace) {
            case Namespace.AppData(var app, var user, var realm) -> inApp(table(realm, settings), app, user);
            case Namespace.Content(var user) -> inApp(settings.appDataJson(), AppName.CONTENT, user);
            case Namespace.Behavior(var user) ->
                new Location(settings.calculatedBehavior(), USER, user.value(), user, Optional.empty());
        };
    }

    /** Returns the table of a realm. */
    static String table(Realm realm, UserdataSettings settings) {
        return switch (realm) {
            case JSON -> settings.appDataJson();
            case BLOB -> settings.appDataBlob();
        };
    }

    private static Location inApp(String table, AppName app, UserId user) {
        return new Location(table, APP_USER, app + "#" + user, user, Optional.of(app));
    }

    /** Returns the key of the head row of a value, which also contains the value unless it is large. */
    Map<String, AttributeValue> head(DataKey key) {
        return key(key.value());
    }

    /** Returns the key of the row that contains a large value. */
    Map<String, AttributeValue> separate(DataKey key) {
        return key(SEPARATE_PREFIX + key.value());
    }

    Map<String, AttributeValue> key(String sort) {
        return Values.key(partitionName, partition, KEY, sort);
    }

    /** Starts the head row of a value, with the keys of the table and of the index. */
    Item.Builder begin(DataKey key) {
        Item.Builder row = Item.builder().text(partitionName, partition).text(KEY, key.value());
        app.ifPresent(name -> row.text(USER, user.value()).text(APP_KEY, name + "#" + key));
        return row;
    }
}
