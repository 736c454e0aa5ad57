package dev.backplane.userdata.store;

import dev.backplane.platform.Actor;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.userdata.App;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.store.BlindCount.Counters;
import dev.backplane.userdata.store.BlindCount.KnownUsage;
import java.util.Optional;

/**
 * What a write knows about the app and the counters of its user: read when it is needed, and kept between attempts.
 */
final class UserState {

    private final DataWriter writer;
    private final AppCache apps;
    private final Namespace.AppData namespace;
    private Optional<App> app = Optional.empty();
    private Optional<KnownUsage> usage = Optional.of(new KnownUsage(Optional.empty()));

    UserState(DataWriter writer, AppCache apps, Namespace.AppData namespace) {
        this.writer = writer;
        this.apps = apps;
        this.namespace = namespace;
    }

    Namespace.AppData namespace() {
        return namespace;
    }

    /** Returns whether the app has to be read. */
    boolean needsApp() {
        return app.isEmpty() && apps.cached(namespace.app()).isEmpty();
    }

    /** Takes the row of the app, as it was just read. */
    void appWas(Optional<Item> row) {
        app = apps.put(namespace.app(), row);
    }

    /** Takes the counters, as they were just read or returned by a refused write. */
    void usageWas(Optional<Item> row) {
        usage = row.map(found -> new KnownUsage(Optional.of(found)));
    }

    /**
     * Returns whether the app exists.
     *
     * @param cachedIsEnough whether a write follows, which checks it itself
     */
    boolean appExists(boolean cachedIsEnough) {
        if (app.isEmpty()) {
            Optional<App> cached = cachedIsEnough ? apps.cached(namespace.app()) : Optional.empty();
            app = cached.or(() -> apps.read(namespace.app()));
        }
        return app.isPresent();
    }

    Optional<Long> limit() {
        return app.flatMap(App::quotaBytes);
    }

    /** Returns the counters if they are known; they are not if they were not read, or if there are none. */
    Optional<Item> counters() {
        return usage.flatMap(KnownUsage::row);
    }

    /** Returns the counters as they were read, or empty if there are none. */
    Optional<KnownUsage> usage() {
        return usage;
    }

    /** Returns the counters as they are now. */
    Optional<Item> readUsage() {
        return writer.readUsage(namespace);
    }

    /** Reads the counters unless they are known, and returns whether there are any. */
    Counters readCounters() {
        if (usage.filter(known -> known.row().isEmpty()).isPresent()) {
            usageWas(readUsage());
        }
        return usage.isPresent() ? Counters.PRESENT : Counters.NONE;
    }

    /**
     * Returns what a write of the user records; empty if it only counts.
     *
     * <p>If the counters belong to another feed than the app, the app may have changed since it was read, so it is read
     * again. If they still do, their feed is switched off for good, because ids of feeds are used once.
     */
    Optional<Recording> recording(Actor actor) {
        if (app.filter(App::records).isPresent()) {
            readCounters();
        }
        if (app.filter(known -> Recording.isOfOtherFeed(counters(), known)).isPresent()) {
            app = apps.read(namespace.app());
            readCounters();
        }
        boolean kept = Recording.isKept(counters());
        return app.filter(known -> known.records() || kept).map(known -> writer.recording(known, counters(), actor));
    }

    /** Returns a change of the counters, which were read. */
    UsageChange change(UsageChange.Sum sum, Optional<Long> limit, Recording recording) {
        return new UsageChange(namespace, counters(), sum, limit, recording);
    }

    /** Returns whether the app was found to be removed meanwhile. */
    boolean isAppGone() {
        return app.isEmpty();
    }

    /** Reads the app again: it does not exist, or is older than guard rows and gets them now. */
    void appRefused() {
        app = apps.read(namespace.app());
        if (app.isPresent()) {
            writer.createGuards(namespace.app());
        }
    }
}
