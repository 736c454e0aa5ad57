package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.ACTOR;
import static dev.backplane.userdata.store.Attributes.APP_USER;
import static dev.backplane.userdata.store.Attributes.DELETED;
import static dev.backplane.userdata.store.Attributes.EVENTS;
import static dev.backplane.userdata.store.Attributes.EXPIRES;
import static dev.backplane.userdata.store.Attributes.EXPIRES_AT;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.LIMIT_BYTES;
import static dev.backplane.userdata.store.Attributes.REACHED;
import static dev.backplane.userdata.store.Attributes.RECORDED_AT;
import static dev.backplane.userdata.store.Attributes.SEQUENCE;
import static dev.backplane.userdata.store.Attributes.SIZE;
import static dev.backplane.userdata.store.Attributes.USED_BYTES;
import static dev.backplane.userdata.store.Attributes.VERSION;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The rows of changes: one for each key that a user had in an app since the feed began, with the last change of the key.
 *
 * <p>A row with a sequence is part of the feed. A row with {@code events} is published when it is written.
 */
public final class ChangeRow {

    /** Rows that are only published are kept longer than the 24 hours for which a stream keeps their records. */
    private static final Duration KEPT_FOR_EVENTS = Duration.ofDays(2);

    /** The clocks of writers and readers differ, and a transaction takes some time. */
    private static final Duration MARGIN = Duration.ofDays(1);

    /** Sorts after the keys of all changes. */
    private static final String QUOTA_PREFIX = "~quota";

    private ChangeRow() {}

    static String partition(Namespace.AppData user) {
        return user.app() + "#" + user.user();
    }

    static Map<String, AttributeValue> key(Namespace.AppData user, Realm realm, DataKey key) {
        return Values.key(APP_USER, partition(user), KEY, sortKey(realm, key));
    }

    static String sortKey(Realm realm, DataKey key) {
        return realm.value() + "#" + key;
    }

    /** Returns whether a row belongs to a sequence. */
    static boolean isOf(Optional<String> generation, Item row) {
        return generation.isPresent()
                && row.findText(SEQUENCE)
                        .filter(sequence -> sequence.startsWith(generation.get()))
                        .isPresent();
    }

    /** Starts the row of a change. */
    static Item.Builder begin(Namespace.AppData user, Change change, Instant recordedAt) {
        Item.Builder row = Item.builder();
        key(user, change.realm(), change.key()).forEach(row::value);
        row.text(VERSION, change.version().toString())
                .number(SIZE, change.size())
                .text(EXPIRES_AT, change.expiresAt().map(Times::format))
                .text(RECORDED_AT, Times.format(recordedAt));
        return change.deleted() ? row.flag(DELETED, true) : row;
    }

    /** Starts the row that is published when a percentage of the quota is reached. */
    static Item.Builder reached(QuotaLevel level, int percent, Recording recording) {
        Item.Builder row = Item.builder()
                .text(APP_USER, partition(level.user()))
                .text(KEY, QUOTA_PREFIX + percent)
                .number(REACHED, percent)
                .number(LIMIT_BYTES, level.limit().orElseThrow())
                .number(USED_BYTES, level.used())
                // A row that is written again as it is would have no record in the stream.
                .text(VERSION, level.rev().toString());
        expirePublished(row, recording.at());
        return publish(row, recording.actor());
    }

    /** Makes a row one that is published. */
    static Item.Builder publish(Item.Builder row, Actor actor) {
        return row.flag(EVENTS, true).text(ACTOR, actor.text());
    }

    /** Makes a row of a deleted value expire when feeds no longer remember it. */
    static void expireDeleted(Item.Builder row, Instant now, Duration retention) {
        row.number(EXPIRES, now.plus(retention).plus(MARGIN).getEpochSecond());
    }

    /** Makes a row that is not part of a feed expire. */
    static void expirePublished(Item.Builder row, Instant now) {
        row.number(EXPIRES, now.plus(KEPT_FOR_EVENTS).getEpochSecond());
    }

    /** Returns the event that is published when a row is written, if there is one. */
    public static Optional<UserdataEvent> event(Item row) {
        if (!row.flag(EVENTS)) {
            return Optional.empty();
        }
        String partition = row.text(APP_USER);
        int sign = partition.indexOf('#');
        AppName app = AppName.parse(partition.substring(0, sign));
        UserId user = UserId.parse(partition.substring(sign + 1));
        Optional<Actor> actor = row.findActor(ACTOR);
        return Optional.of(
                row.text(KEY).startsWith(QUOTA_PREFIX)
                        ? new UserdataEvent.QuotaReached(
                                app, user, actor, row.number(REACHED), row.number(LIMIT_BYTES), row.number(USED_BYTES))
                        : new UserdataEvent.ValueChanged(app, user, actor, toChange(row)));
    }

    static Change toChange(Item row) {
        String key = row.text(KEY);
        int sign = key.indexOf('#');
        return new Change(
                Realm.parse(key.substring(0, sign)),
                DataKey.parse(key.substring(sign + 1)),
                DataRow.version(row),
                row.flag(DELETED),
                row.number(SIZE),
                row.findText(EXPIRES_AT).map(Times::parse));
    }
}
