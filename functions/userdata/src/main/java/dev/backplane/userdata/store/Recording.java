package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.BACKFILL;
import static dev.backplane.userdata.store.Attributes.FED;
import static dev.backplane.userdata.store.Attributes.FEED;
import static dev.backplane.userdata.store.Attributes.GENERATION;
import static dev.backplane.userdata.store.Attributes.REACHED;
import static dev.backplane.userdata.store.Attributes.SEQUENCE;

import dev.backplane.platform.Actor;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.App;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.UserdataSettings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a write records of its changes: rows of the feed, rows that are published as events, or nothing.
 *
 * <p>The counters say whether the user's changes belong to a feed. Every write has a condition on that, so a function that
 * does not know yet that a feed was switched on cannot write past it.
 *
 * @param position the position before the write, if the user's changes belong to the feed
 * @param events whether the changes are published
 * @param at the time of the write
 */
record Recording(Optional<FeedPosition> position, boolean events, Actor actor, Instant at) {

    /**
     * Returns what a write records.
     *
     * @param app as it was read after the counters, if these belong to another feed than the app
     * @param counters empty if this is the user's first value, with which a sequence begins
     * @param generation the id of that sequence
     */
    static Recording of(App app, Optional<Item> counters, String generation, Write write) {
        Optional<FeedPosition> position = counters.isPresent()
                ? FeedPosition.of(counters, app)
                : app.feed().map(feed -> new FeedPosition(feed, generation, 0));
        return new Recording(position, app.events(), write.actor(), write.at());
    }

    /**
     * Returns the app as it is if the counters belong to another feed than it did when it was read; the two were not read
     * at the same time.
     */
    static Optional<App> appOf(Optional<App> read, Optional<Item> counters, Supplier<Optional<App>> readAgain) {
        return read.filter(app -> isOfOtherFeed(counters, app))
                .map(_ -> readAgain.get())
                .orElse(read);
    }

    /** Returns what a removal records if there is no app any more. */
    static Recording asBefore(Item counters, Write write) {
        Optional<FeedPosition> position = counters.findText(FEED)
                .filter(feed -> !feed.equals(FeedPosition.NO_FEED))
                .map(_ -> FeedPosition.read(counters));
        return new Recording(position, false, write.actor(), write.at());
    }

    /** Who writes, and when. */
    record Write(Actor actor, Instant at) {}

    /** Returns whether counters belong to another feed than the app, as the writer knows it. */
    static boolean isOfOtherFeed(Optional<Item> counters, App app) {
        return FeedPosition.feedOf(counters)
                .filter(feed -> !app.feed().equals(Optional.of(feed)))
                .isPresent();
    }

    /** Returns whether counters remain when the user has no value any more, because changes are or were recorded. */
    static boolean isKept(Optional<Item> counters) {
        return counters.filter(row -> row.findText(FEED).isPresent() || row.flag(FED))
                .isPresent();
    }

    /** Returns whether counters remain after this write when the user has no value any more. */
    boolean keeps(Optional<Item> counters) {
        return position.isPresent() || isKept(counters);
    }

    /** Adds the rows of changes to a transaction. */
    void add(Transaction transaction, Namespace.AppData user, List<Change> changes, UserdataSettings settings) {
        for (int i = 0; i < changes.size() && (position.isPresent() || events); i++) {
            Change change = changes.get(i);
            Item.Builder row = ChangeRow.begin(user, change, at);
            if (events) {
                ChangeRow.publish(row, actor);
            }
            if (position.isEmpty()) {
                ChangeRow.expirePublished(row, at);
            } else {
                row.text(SEQUENCE, position.get().sequence(position.get().last() + 1 + i));
                if (change.deleted()) {
                    ChangeRow.expireDeleted(row, at, settings.changesRetention());
                }
            }
            transaction.put(settings.appChanges(), row.build());
        }
    }

    /**
     * Changes counters that remain.
     *
     * @param empty whether the user has no value any more
     */
    void change(ItemUpdate update, Optional<Item> counters, int changes, boolean empty) {
        if (position.isPresent()) {
            position.get().plus(changes).setIn(update);
        } else if (empty) {
            // Without values, counters always have a feed, so that writers that do not read them notice.
            if (FeedPosition.feedOf(counters).isEmpty()) {
                update.set(FEED, Values.text(FeedPosition.NO_FEED));
            }
        } else if (FeedPosition.feedOf(counters).isPresent()) {
            update.remove(FEED, GENERATION, SEQUENCE, BACKFILL).set(FED, Values.flag(true));
        }
    }

    /** Publishes the percentages of the quota that are reached, each once until usage falls below it. */
    void addReached(Transaction transaction, ItemUpdate update, QuotaLevel level, UserdataSettings settings) {
        if (!events) {
            return;
        }
        update.setOrRemove(
                REACHED,
                Optional.of(level.after()).filter(percent -> percent > 0).map(Values::number));
        level.reached()
                .forEach(percent -> transaction.put(
                        settings.appChanges(),
                        ChangeRow.reached(level, percent, this).build()));
    }
}
