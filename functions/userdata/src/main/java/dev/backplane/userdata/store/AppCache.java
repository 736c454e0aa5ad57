package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The apps that a function has read a moment ago, so that a write need not read its quota each time.
 *
 * <p>An app that is not there is not remembered: it may be registered the next moment.
 */
final class AppCache {

    /** Together with the longest time that a write is tried for, below the ten seconds that a new quota may take. */
    static final Duration MAX_AGE = Duration.ofSeconds(5);

    private static final int MOST_APPS = 1000;

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final Map<AppName, Remembered> apps = new ConcurrentHashMap<>();

    private record Remembered(App app, Instant until) {}

    AppCache(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    String table() {
        return table;
    }

    /** Returns an app that was read a moment ago. */
    Optional<App> recent(AppName name) {
        return Optional.ofNullable(apps.get(name))
                .filter(remembered -> clock.instant().isBefore(remembered.until()))
                .map(Remembered::app);
    }

    /** Reads an app. */
    Optional<App> read(AppName name) {
        return remember(
                name,
                dynamo.get(get -> get.tableName(table).key(AppRow.key(name)).consistentRead(true)));
    }

    /** Takes the row of an app that was just read, if there is one. */
    Optional<App> remember(AppName name, Optional<Item> row) {
        Optional<App> app = row.map(AppRow::toApp);
        if (apps.size() >= MOST_APPS) {
            apps.clear();
        }
        app.ifPresentOrElse(
                found -> apps.put(name, new Remembered(found, clock.instant().plus(MAX_AGE))), () -> apps.remove(name));
        return app;
    }
}
