package dev.backplane.userdata.store;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.ChangeCursor;
import dev.backplane.userdata.ChangesOutcome;
import dev.backplane.userdata.ChangesOutcome.Changes;
import dev.backplane.userdata.ChangesOutcome.CursorExpired;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The feeds of changes: one for each user of an app whose feed is on.
 *
 * <p>A user's changes are recorded from the first value on, or else from the first time that the feed is read, which
 * begins to add the values that exist ({@link Backfill}).
 */
public final class ChangeStore {

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Clock clock;
    private final Backfill backfill;
    private final ChangePages pages;
    private final FeedRemoval removal;
    private final RemovalMarks removals;

    ChangeStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.backfill = new Backfill(dynamo, settings, platform);
        this.pages = new ChangePages(dynamo, settings, platform);
        this.removal = new FeedRemoval(dynamo, settings, platform);
        this.removals = new RemovalMarks(dynamo, settings.dataJobs());
    }

    /**
     * Selects changes of a user.
     *
     * @param since the position after which they begin; empty for the beginning of the feed
     * @param values whether to read the values
     */
    public record Request(AppName app, UserId user, Optional<ChangeCursor> since, int limit, boolean values) {

        Namespace.AppData namespace(Realm realm) {
            return new Namespace.AppData(app, user, realm);
        }
    }

    /** Returns the last change of each key that changed after a position, in the order of the changes. */
    public ChangesOutcome read(Request request) {
        List<Version> unreadable = new ArrayList<>();
        return dynamo.retry().run(() -> attempt(request, unreadable));
    }

    private Attempt<ChangesOutcome> attempt(Request request, List<Version> unreadable) {
        Instant now = Times.now(clock);
        Map<String, Item> rows = dynamo.getEach(Map.of(
                settings.apps(), AppRow.key(request.app()),
                settings.appUsage(), UsageRow.key(request.app(), request.user())));
        Optional<Item> counters = Optional.ofNullable(rows.get(settings.appUsage()));
        Optional<App> read = Optional.ofNullable(rows.get(settings.apps())).map(AppRow::toApp);
        // The two rows were not read at the same time, so the counters may belong to a later feed.
        Optional<App> app = read.filter(found -> Recording.isOfOtherFeed(counters, found))
                .map(_ -> dynamo.get(settings.apps(), AppRow.key(request.app())).map(AppRow::toApp))
                .orElse(read);
        if (app.isEmpty()) {
            return done(new ChangesOutcome.AppNotFound());
        }
        if (app.get().feed().isEmpty()) {
            return done(new ChangesOutcome.Off());
        }
        ChangeCursor start = ChangeCursor.start(app.get().feed().get(), now);
        if (request.since()
                .filter(since -> !isValid(since, start, counters, app.get()))
                .isPresent()) {
            return done(new CursorExpired(start));
        }
        // What is being removed has no feed: to read it would begin a new one.
        if (counters.isEmpty()
                || removals.refusal(request.namespace(Realm.JSON)).isPresent()) {
            return done(new Changes(List.of(), start, false));
        }
        return backfill.advance(app.get(), request.namespace(Realm.JSON), counters.get())
                .flatMap(progress -> pages.read(request, progress, now, unreadable))
                .map(ChangeStore::done)
                .orElseGet(Attempt.Lost::new);
    }

    /** Returns whether everything after a position is still known. */
    private boolean isValid(ChangeCursor since, ChangeCursor start, Optional<Item> counters, App app) {
        Optional<String> generation = FeedPosition.of(counters, app).map(FeedPosition::generation);
        return since.feed().equals(start.feed())
                && since.asOf().plus(settings.changesRetention()).isAfter(start.asOf())
                && (since.generation().isEmpty() || since.generation().equals(generation));
    }

    /**
     * Removes everything that is recorded of a user's changes in an app, so that earlier cursors expire.
     *
     * <p>Later changes are recorded in a new sequence. It begins with the values that still exist, or with the next first
     * value. If the user has no value any more, no row of the user remains in the tables of counters and of changes.
     * Safe to repeat; a removal that is interrupted is completed by the next one.
     *
     * @return the number of removed rows
     */
    public int clear(AppName app, UserId user) {
        return removal.clear(new Namespace.AppData(app, user, Realm.JSON));
    }

    private static Attempt<ChangesOutcome> done(ChangesOutcome outcome) {
        return new Attempt.Done<>(outcome);
    }
}
