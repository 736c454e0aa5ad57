package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.REMOVING;
import static dev.backplane.userdata.store.Attributes.UPDATED_AT;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppRemoval;
import dev.backplane.userdata.UserdataSettings;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The apps and their quotas; each app is also in the directory, and both change together. */
public final class AppStore {

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Clock clock;
    private final Ids ids;
    private final UserPages users;

    AppStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.ids = platform.ids();
        this.users = new UserPages(dynamo, settings.appUsage());
    }

    /** Registers an app, or returns empty when its name is in use. */
    public Optional<App> register(AppName name, Optional<Long> quotaBytes) {
        Instant now = Times.now(clock);
        App app = new App(name, quotaBytes, now, now);
        Transaction transaction = new Transaction()
                .put(
                        settings.apps(),
                        AppRow.toItem(app),
                        put -> put.conditionExpression("attribute_not_exists(#app)")
                                .expressionAttributeNames(Map.of("#app", APP)))
                .put(settings.appUsage(), AppRow.toDirectory(app), _ -> {});
        return dynamo.transact(transaction) instanceof Transacted.Committed ? Optional.of(app) : Optional.empty();
    }

    /** Returns an app. */
    public Optional<App> get(AppName name) {
        return read(name).map(AppRow::toApp);
    }

    /** Lists the apps in the order of their names. */
    public Page<App, AppName> list(int limit, Optional<AppName> after) {
        List<App> apps = dynamo
                .query(query -> query.tableName(settings.appUsage())
                        .keyConditionExpression("#user = :directory")
                        .expressionAttributeNames(Map.of("#user", USER))
                        .expressionAttributeValues(Map.of(":directory", Values.text(AppRow.DIRECTORY)))
                        .consistentRead(true)
                        .limit(limit + 1)
                        .exclusiveStartKey(after.map(AppRow::directoryKey).orElse(null)))
                .items()
                .stream()
                .map(AppRow::toApp)
                .toList();
        return Page.of(apps, limit, App::name);
    }

    /** Changes the quota of an app, or takes it away; returns empty when there is no such app. */
    public Optional<App> setQuota(AppName name, Optional<Long> quotaBytes) {
        return dynamo.retry().run(() -> {
            Optional<Item> row = read(name);
            if (row.isEmpty()) {
                return new Attempt.Done<>(Optional.empty());
            }
            App before = AppRow.toApp(row.get());
            App app = new App(name, quotaBytes, before.createdAt(), Times.now(clock));
            Transaction transaction = new Transaction()
                    .put(
                            settings.apps(),
                            AppRow.toItem(app),
                            put -> put.conditionExpression("#updatedAt = :before")
                                    .expressionAttributeNames(Map.of("#updatedAt", UPDATED_AT))
                                    .expressionAttributeValues(
                                            Map.of(":before", Values.text(Times.format(before.updatedAt())))))
                    .put(settings.appUsage(), AppRow.toDirectory(app), _ -> {});
            return dynamo.transact(transaction) instanceof Transacted.Committed
                    ? new Attempt.Done<>(Optional.of(app))
                    : new Attempt.Lost<>();
        });
    }

    /**
     * Removes an app that keeps no data.
     *
     * <p>The app is marked first. While the mark is there and not too old, no user's first value is written, so that
     * nobody who is found to keep nothing can come to keep something. A mark that a crash left behind loses its effect.
     */
    public AppRemoval remove(AppName name) {
        return dynamo.retry().run(() -> attemptRemoval(name));
    }

    private Attempt<AppRemoval> attemptRemoval(AppName name) {
        String mark = Times.format(Times.now(clock)) + "#" + ids.next();
        Write marked = dynamo.update(update -> update.tableName(settings.apps())
                .key(AppRow.key(name))
                .updateExpression("SET #removing = :mark")
                .conditionExpression("attribute_exists(#app)")
                .expressionAttributeNames(Map.of("#app", APP, "#removing", REMOVING))
                .expressionAttributeValues(Map.of(":mark", Values.text(mark))));
        if (marked instanceof Write.Refused) {
            return new Attempt.Done<>(AppRemoval.NOT_FOUND);
        }
        if (users.isAny(name)) {
            unmark(name, mark);
            return new Attempt.Done<>(AppRemoval.NOT_EMPTY);
        }
        return delete(name, mark);
    }

    /** Another attempt may have marked the app meanwhile; its mark stays. */
    private void unmark(AppName name, String mark) {
        dynamo.update(update -> update.tableName(settings.apps())
                .key(AppRow.key(name))
                .updateExpression("REMOVE #removing")
                .conditionExpression("#removing = :mark")
                .expressionAttributeNames(Map.of("#removing", REMOVING))
                .expressionAttributeValues(Map.of(":mark", Values.text(mark))));
    }

    private Attempt<AppRemoval> delete(AppName name, String mark) {
        Transaction transaction = new Transaction()
                .delete(
                        settings.apps(),
                        AppRow.key(name),
                        delete -> delete.conditionExpression("#removing = :mark AND #removing >= :stale")
                                .expressionAttributeNames(Map.of("#removing", REMOVING))
                                .expressionAttributeValues(Map.of(
                                        ":mark", Values.text(mark),
                                        ":stale", Values.text(AppRow.stale(Times.now(clock))))))
                .delete(settings.appUsage(), AppRow.directoryKey(name), _ -> {});
        return switch (dynamo.transact(transaction)) {
            case Transacted.Committed _ -> new Attempt.Done<>(AppRemoval.REMOVED);
            case Transacted.Refused refused ->
                refused.currentAt(0).isPresent() ? new Attempt.Lost<>() : new Attempt.Done<>(AppRemoval.NOT_FOUND);
        };
    }

    private Optional<Item> read(AppName name) {
        return dynamo.get(
                get -> get.tableName(settings.apps()).key(AppRow.key(name)).consistentRead(true));
    }
}
