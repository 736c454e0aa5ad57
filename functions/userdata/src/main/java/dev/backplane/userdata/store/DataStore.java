package dev.backplane.userdata.store;

import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.FitOutcome;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Shelf;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.WriteOutcome;
import java.time.Clock;
import java.util.Optional;

/** The values of users, under their keys: data.app, data.user and data.cb. */
public final class DataStore {

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Clock clock;
    private final Ids ids;
    private final AppCache apps;
    private final ValueReader values;
    private final DataWriter writer;
    private final DataPages pages;

    DataStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.ids = platform.ids();
        this.apps = new AppCache(dynamo, settings.apps(), clock);
        this.values = new ValueReader(dynamo);
        this.writer = new DataWriter(dynamo, settings);
        this.pages = new DataPages(dynamo, values);
    }

    /** Sets, merges or removes a value. */
    public WriteOutcome write(Shelf shelf, DataKey key, Edit edit, Preconditions preconditions) {
        WriteTarget target = WriteTarget.of(location(shelf), shelf, key, edit, preconditions);
        return dynamo.retry().run(new WriteSession(this, target)::attempt);
    }

    /** Tells whether a value would be within the quota, and writes nothing. */
    public FitOutcome tryOut(Shelf shelf, DataKey key, Payload payload, Preconditions preconditions) {
        return new DryRun(dynamo, settings).run(shelf, key, payload, preconditions);
    }

    /** Returns a value. */
    public Optional<Stored> get(Shelf shelf, DataKey key) {
        return values.stored(location(shelf), key);
    }

    /** Lists what is known about the values whose keys begin with a prefix, in the order of their keys. */
    public Page<Entry, DataKey> list(Shelf shelf, String prefix, int limit, Optional<DataKey> after) {
        return pages.list(location(shelf), prefix, limit, after);
    }

    /** Lists values whose keys begin with a prefix; a page ends early rather than hold too much. */
    public Page<Stored, DataKey> query(Shelf shelf, String prefix, int limit, Optional<DataKey> after) {
        return pages.query(location(shelf), prefix, limit, after);
    }

    /** Says whether there is such a shelf at all: that of an app is there while the app is, the others always. */
    public boolean isThere(Shelf shelf) {
        return !(shelf instanceof Shelf.AppData data) || apps.read(data.app()).isPresent();
    }

    private Location location(Shelf shelf) {
        return Location.of(shelf, settings);
    }

    Dynamo dynamo() {
        return dynamo;
    }

    UserdataSettings settings() {
        return settings;
    }

    AppCache apps() {
        return apps;
    }

    ValueReader values() {
        return values;
    }

    DataWriter writer() {
        return writer;
    }

    Clock clock() {
        return clock;
    }

    Ids ids() {
        return ids;
    }
}
