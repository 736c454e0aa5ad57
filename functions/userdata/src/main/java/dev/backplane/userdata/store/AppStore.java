package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.UPDATED_AT;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.AppRemoval;
import dev.backplane.userdata.UserdataSettings;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The apps and their quotas; each app is also in the directory, and its rows change in one transaction. */
public final class AppStore {

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Clock clock;
    private final Ids ids;
    private final AppGuards guards;
    private final UserPages users;

    AppStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.ids = platform.ids();
        this.guards = new AppGuards(dynamo, settings.apps(), platform.clock());
        this.users = new UserPages(dynamo, settings.appUsage());
    }

    /** Registers an app, or returns empty when its name is in use. */
    public Optional<App> register(AppName name, Optional<Long> quotaBytes, AppOptions options) {
        Instant now = Times.now(clock);
        Optional<String> feed = options.changes().filter(Boolean::booleanValue).map(_ -> ids.next());
        App app = new App(name, quotaBytes, feed, options.events().orElse(false), now, now);
        Transaction transaction = new Transaction();
        transaction.put(settings.apps(), AppRow.toItem(app), absent(APP));
        transaction.put(settings.appUsage(), AppRow.toDirectory(app));
        guards.register(transaction, name);
        transaction.check(settings.dataJobs(), JobRows.mark(name), absent(JobRows.SUBJECT));
        return dynamo.transact(transaction) instanceof Transaction.Committed ? Optional.of(app) : Optional.empty();
    }

    public Optional<App> get(AppName name) {
        return read(name).map(AppRow::toApp);
    }

    /** Lists the apps by name. */
    public Page<App, AppName> list(int limit, Optional<AppName> after) {
        ItemQuery directory = ItemQuery.of(settings.appUsage(), equal(USER, Values.text(AppRow.DIRECTORY)))
                .consistent(true)
                .after(after.map(AppRow::directoryKey));
        return Page.of(dynamo.read(directory, limit + 1, AppRow::toApp), limit, App::name);
    }

    /** Sets or removes the quota of an app; returns empty when there is no such app. */
    public Optional<App> setQuota(AppName name, Optional<Long> quotaBytes) {
        return change(
                name,
                before -> new App(
                        name, quotaBytes, before.feed(), before.events(), before.createdAt(), changedAt(before)));
    }

    /** Switches the feed of changes and events of an app on or off; returns empty when there is no such app. */
    public Optional<App> setOptions(AppName name, AppOptions options) {
        return change(name, before -> {
            boolean changes = options.changes().orElse(before.feed().isPresent());
            Optional<String> feed = changes ? before.feed().or(() -> Optional.of(ids.next())) : Optional.empty();
            boolean events = options.events().orElse(before.events());
            return feed.equals(before.feed()) && events == before.events()
                    ? before
                    : new App(name, before.quotaBytes(), feed, events, before.createdAt(), changedAt(before));
        });
    }

    /** Returns a time at which the row was not changed before, because the time is the condition of the next change. */
    private Instant changedAt(App before) {
        Instant now = Times.now(clock);
        return now.isAfter(before.updatedAt()) ? now : before.updatedAt().plusMillis(1);
    }

    private Optional<App> change(AppName name, UnaryOperator<App> edit) {
        return dynamo.retry().run(() -> {
            Optional<App> before = get(name);
            return before.isEmpty()
                    ? new Attempt.Done<>(Optional.empty())
                    : attemptChange(before.get(), edit.apply(before.get()));
        });
    }

    private Attempt<Optional<App>> attemptChange(App before, App after) {
        if (after.equals(before)) {
            return new Attempt.Done<>(Optional.of(before));
        }
        Transaction transaction = new Transaction();
        transaction.put(
                settings.apps(),
                AppRow.toItem(after),
                equal(UPDATED_AT, Values.text(Times.format(before.updatedAt()))));
        transaction.put(settings.appUsage(), AppRow.toDirectory(after));
        return dynamo.transact(transaction) instanceof Transaction.Committed
                ? new Attempt.Done<>(Optional.of(after))
                : new Attempt.Lost<>();
    }

    /**
     * Removes an app that has no data.
     *
     * <p>The guard rows prove this. The index is asked first, because it also has users whom they do not count: those of
     * an app that is older than its guard rows.
     */
    public AppRemoval remove(AppName name) {
        return dynamo.retry().run(() -> attemptRemoval(name));
    }

    private Attempt<AppRemoval> attemptRemoval(AppName name) {
        if (users.isAny(name)) {
            return new Attempt.Done<>(read(name).isPresent() ? AppRemoval.NOT_EMPTY : AppRemoval.NOT_FOUND);
        }
        Transaction transaction = new Transaction();
        Action app = transaction.delete(settings.apps(), AppRow.key(name), exists(APP));
        transaction.delete(settings.appUsage(), AppRow.directoryKey(name));
        List<Action> deleted = guards.delete(transaction, name);
        Action unmarked = transaction.check(settings.dataJobs(), JobRows.mark(name), absent(JobRows.SUBJECT));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Attempt.Done<>(AppRemoval.REMOVED);
            case Transaction.Refused refused
            when refused.failed(unmarked) -> new Attempt.Done<>(AppRemoval.BEING_PURGED);
            case Transaction.Refused refused when refused.failed(app) -> new Attempt.Done<>(AppRemoval.NOT_FOUND);
            case Transaction.Refused refused ->
                refusedByGuards(
                        name,
                        deleted.stream()
                                .filter(refused::failed)
                                .map(refused::current)
                                .toList());
        };
    }

    private Attempt<AppRemoval> refusedByGuards(AppName name, List<Optional<Item>> rows) {
        if (rows.stream().flatMap(Optional::stream).anyMatch(AppGuards::countsUsers)) {
            return new Attempt.Done<>(AppRemoval.NOT_EMPTY);
        }
        if (rows.stream().anyMatch(Optional::isEmpty)) {
            guards.create(name);
            return new Attempt.Lost<>();
        }
        rows.stream().flatMap(Optional::stream).forEach(guards::requireSettled);
        return new Attempt.Lost<>();
    }

    private Optional<Item> read(AppName name) {
        return dynamo.get(settings.apps(), AppRow.key(name));
    }
}
