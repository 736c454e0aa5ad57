package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.APP_USER;
import static dev.backplane.userdata.store.Attributes.BACKFILL;
import static dev.backplane.userdata.store.Attributes.FED;
import static dev.backplane.userdata.store.Attributes.FEED;
import static dev.backplane.userdata.store.Attributes.GENERATION;
import static dev.backplane.userdata.store.Attributes.GUARDED;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.REV;
import static dev.backplane.userdata.store.Attributes.SEQUENCE;

import dev.backplane.platform.Ids;
import dev.backplane.platform.Parallel;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Removes the recorded changes of a user that do not belong to the current sequence, and ends that sequence. */
final class FeedRemoval {

    private static final int PAGE = 100;
    private static final int AT_ONCE = 8;

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Clock clock;
    private final Ids ids;

    FeedRemoval(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.ids = platform.ids();
    }

    /**
     * What was removed from some rows.
     *
     * @param last the key of the last of them; empty at the end
     */
    record Removed(int rows, Optional<String> last) {}

    /** Ends a user's sequence and removes all recorded changes; returns their number. */
    int clear(Namespace.AppData user) {
        dynamo.retry().run(() -> end(user));
        int removed = 0;
        Optional<String> last = Optional.empty();
        do {
            Removed some = removeSome(user, last);
            removed += some.rows();
            last = some.last();
        } while (last.isPresent());
        dynamo.retry().run(() -> forget(user));
        return removed;
    }

    /** Ends the sequence. The counters still say that there are changes to remove, in case this is interrupted. */
    private Attempt<Boolean> end(Namespace.AppData user) {
        return counters(user)
                .map(row -> {
                    ItemUpdate update =
                            changed(row).remove(GENERATION, SEQUENCE, BACKFILL).set(FED, Values.flag(true));
                    boolean empty = UsageRow.usage(row).entries() == 0;
                    return applied(
                            user, empty ? update.set(FEED, Values.text(FeedPosition.NO_FEED)) : update.remove(FEED));
                })
                .orElseGet(() -> new Attempt.Done<>(true));
    }

    /** Marks that nothing is left to remove, and deletes counters without values. A new sequence stays. */
    private Attempt<Boolean> forget(Namespace.AppData user) {
        Optional<Item> counters =
                counters(user).filter(row -> row.findText(GENERATION).isEmpty());
        if (counters.isEmpty()) {
            return new Attempt.Done<>(true);
        }
        Item row = counters.get();
        if (UsageRow.usage(row).entries() > 0 || row.flag(GUARDED)) {
            return applied(user, changed(row).remove(FED));
        }
        Write deleted = dynamo.delete(settings.appUsage(), key(user), unchanged(row));
        return deleted instanceof Write.Applied ? new Attempt.Done<>(true) : new Attempt.Lost<>();
    }

    private Attempt<Boolean> applied(Namespace.AppData user, ItemUpdate update) {
        return dynamo.update(settings.appUsage(), key(user), update) instanceof Write.Applied
                ? new Attempt.Done<>(true)
                : new Attempt.Lost<>();
    }

    /**
     * Removes those of the next rows that do not belong to the current sequence.
     *
     * <p>The counters are read after the rows, and a sequence that has ended does not return. So a row of another sequence
     * than the one in the counters is never needed again.
     */
    Removed removeSome(Namespace.AppData user, Optional<String> after) {
        Rows rows = dynamo.query(
                ItemQuery.of(settings.appChanges(), equal(APP_USER, Values.text(ChangeRow.partition(user))))
                        .consistent(true)
                        .limit(PAGE)
                        .after(after.map(sort -> Values.key(APP_USER, ChangeRow.partition(user), KEY, sort))));
        Optional<String> current = counters(user).flatMap(row -> row.findText(GENERATION));
        List<Item> ended = rows.items().stream()
                .filter(row -> !ChangeRow.isOf(current, row))
                .toList();
        Parallel.map(ended, AT_ONCE, this::delete);
        return new Removed(ended.size(), rows.last().map(key -> new Item(key).text(KEY)));
    }

    /** Deletes a row unless it was written again. */
    private Write delete(Item row) {
        Condition same = equal(SEQUENCE, row.findText(SEQUENCE).map(Values::text));
        return dynamo.delete(settings.appChanges(), Values.key(APP_USER, row.text(APP_USER), KEY, row.text(KEY)), same);
    }

    private Optional<Item> counters(Namespace.AppData user) {
        return dynamo.get(settings.appUsage(), key(user));
    }

    private static Map<String, AttributeValue> key(Namespace.AppData user) {
        return UsageRow.key(user.app(), user.user());
    }

    private static Condition unchanged(Item counters) {
        return equal(REV, Values.text(counters.text(REV)));
    }

    /** Starts an update of counters that fails if they were changed since they were read. */
    private ItemUpdate changed(Item counters) {
        Version rev = Version.next(Optional.empty(), Times.now(clock), ids);
        return new ItemUpdate().set(REV, Values.text(rev.toString())).onlyIf(unchanged(counters));
    }
}
