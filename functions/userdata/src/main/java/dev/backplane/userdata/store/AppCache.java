package dev.backplane.userdata.store;

import dev.backplane.platform.BoundedCache;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * The apps that a function has read recently, so that a write need not read the quota each time.
 *
 * <p>An app that does not exist is not cached, because it may be registered at any time.
 */
final class AppCache {

    /** Together with the time that a write is retried for, less than the ten seconds that a new quota may take. */
    static final Duration MAX_AGE = Duration.ofSeconds(5);

    private static final int MAX_APPS = 1000;

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final BoundedCache<AppName, App> apps;

    AppCache(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
        this.apps = BoundedCache.ofSize(MAX_APPS, clock);
    }

    String table() {
        return table;
    }

    Optional<App> cached(AppName name) {
        return apps.get(name);
    }

    Optional<App> read(AppName name) {
        return put(name, dynamo.get(table, AppRow.key(name)));
    }

    /** Caches the app of a row that was just read, if there is one. */
    Optional<App> put(AppName name, Optional<Item> row) {
        Optional<App> app = row.map(AppRow::toApp);
        app.ifPresentOrElse(found -> apps.put(name, found, clock.instant().plus(MAX_AGE)), () -> apps.remove(name));
        return app;
    }
}
