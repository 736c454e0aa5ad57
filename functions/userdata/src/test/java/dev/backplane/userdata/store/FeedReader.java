package dev.backplane.userdata.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.userdata.AppName;
import dev.backplane.userdata.BatchRead.RealmKey;
import dev.backplane.userdata.ChangeCursor;
import dev.backplane.userdata.ChangesOutcome;
import dev.backplane.userdata.ChangesOutcome.Changed;
import dev.backplane.userdata.ChangesOutcome.Changes;
import dev.backplane.userdata.ChangesOutcome.CursorExpired;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A client that follows the feed of a user, and keeps a copy of the versions of the values. */
final class FeedReader {

    private final ChangeStore changes;
    private final AppName app;
    private final UserId user;
    private final int limit;
    private final Map<RealmKey, Version> copy = new HashMap<>();
    private final Set<Version> seen = new HashSet<>();
    private Optional<ChangeCursor> next = Optional.empty();

    FeedReader(ChangeStore changes, AppName app, UserId user, int limit) {
        this.changes = changes;
        this.app = app;
        this.user = user;
        this.limit = limit;
    }

    /** Returns the versions of the stored values. */
    static Map<RealmKey, Version> stored(DataStore data, AppName app, UserId user) {
        Map<RealmKey, Version> stored = new HashMap<>();
        for (Realm realm : Realm.values()) {
            Optional<DataKey> after = Optional.empty();
            do {
                var page = data.list(new Namespace.AppData(app, user, realm), "", 100, after);
                for (Entry entry : page.items()) {
                    stored.put(new RealmKey(realm, entry.key()), entry.version());
                }
                after = page.next();
            } while (after.isPresent());
        }
        return stored;
    }

    ChangesOutcome read() {
        return changes.read(new ChangeStore.Request(app, user, next, limit, false));
    }

    /** Reads one page; returns whether there are more. */
    boolean poll() {
        Changes page = (Changes) read();
        for (Changed item : page.items()) {
            assertThat(seen.add(item.change().version()))
                    .as("%s for the first time", item.change())
                    .isTrue();
            RealmKey key = new RealmKey(item.change().realm(), item.change().key());
            if (item.change().deleted()) {
                copy.remove(key);
            } else {
                copy.put(key, item.change().version());
            }
        }
        next = Optional.of(page.next());
        return page.more();
    }

    /** Reads a page if there is a feed; begins again if the cursor has expired. */
    void follow() {
        switch (read()) {
            case CursorExpired(ChangeCursor restart) -> {
                next = Optional.of(restart);
                copy.clear();
                seen.clear();
            }
            case Changes _ -> poll();
            case ChangesOutcome.Off _, ChangesOutcome.AppNotFound _ -> {}
        }
    }

    /** Returns the version that the copy has of a key. */
    Optional<Version> known(Realm realm, DataKey key) {
        return Optional.ofNullable(copy.get(new RealmKey(realm, key)));
    }

    /** Reads all pages; returns the versions of the values. */
    Map<RealmKey, Version> catchUp() {
        while (poll()) {}
        return Map.copyOf(copy);
    }

    /** Returns the keys that changed, in order. */
    List<String> news() {
        List<String> news = new ArrayList<>();
        boolean more = true;
        while (more) {
            Changes page = (Changes) read();
            page.items()
                    .forEach(item -> news.add((item.change().deleted() ? "-" : "+")
                            + item.change().realm().value() + "/"
                            + item.change().key()));
            next = Optional.of(page.next());
            more = page.more();
        }
        return news;
    }

    /** Begins again where the refusal of the cursor says. */
    void restart() {
        CursorExpired expired = (CursorExpired) read();
        next = Optional.of(expired.restart());
        copy.clear();
        seen.clear();
    }

    ChangeCursor cursor() {
        return next.orElseThrow();
    }
}
